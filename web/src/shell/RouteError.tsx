import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '~/parts/problems/ErrorState';

/** The error of a part of the page that could not be drawn; the rest stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorState
      error={error}
      what="This part of the page"
      still="Your crawls are not affected."
      onRetry={() => {
        // After an update of the server the files of this page have other names.
        if (error instanceof TypeError && /import|module/i.test(error.message)) location.reload();
        else reset();
      }}
    />
  );
}
