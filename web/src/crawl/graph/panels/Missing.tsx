import { LocateFixed, X } from 'lucide-react';
import { Button, IconButton } from '~/ui/Button';
import { count } from '~/words/figures';
import type { Survey } from '../data/survey';
import type { Choices } from '../useChoices';

/** A note that the selected page is not among the pages shown. */
export function Missing({ page, survey, choices }: { page: string; survey: Survey; choices: Choices }) {
  return (
    <section aria-label="Selected" className="floating flex w-full flex-col items-start gap-2 p-3">
      <div className="flex items-start gap-2 text-label">
        <p>This page is not among the {count(survey.dots.length)} shown.</p>
        <IconButton
          label="Deselect (Esc)"
          icon={<X size={16} aria-hidden="true" />}
          className="-mt-1.5 -mr-1.5"
          onClick={() => choices.change({ page: undefined })}
        />
      </div>
      <Button
        size="small"
        icon={<LocateFixed size={15} aria-hidden="true" />}
        onClick={() => choices.change({ root: page })}
      >
        Show pages around it
      </Button>
    </section>
  );
}
