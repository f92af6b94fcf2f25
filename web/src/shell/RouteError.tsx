import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '~/ui/States';

/** What a part of the page could not be drawn for; the rest stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorState
      error={error}
      what="This part of the page"
      still="Nothing that is crawled is lost by it."
      onRetry={() => {
        // After an update of the server the files of this page have other names.
        if (error instanceof TypeError && /import|module/i.test(error.message)) location.reload();
        else reset();
      }}
    />
  );
}
