import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { wordsOf } from '~/api/problems';
import { isOver, optionsQuery } from '~/api/queries';
import { toast } from '~/state/toasts';
import { Button } from '~/ui/Button';
import { Check } from '~/ui/Field';
import { useCrawl } from '../LiveContext';
import { download } from './download';
import { ExportCommands } from './ExportCommands';
import { fileOf } from './forms';
import { Options } from './Options';
import { choiceOf, type ExportSearch, formatsOf, PIECES } from './search';
import { FORMATS, PIECES as PIECE_WORDS, subjects } from './words';

/** The crawl as a file: what, in which format; the same for a terminal. */
export function ExportTab() {
  const { id, progress } = useCrawl();
  const search = useSearch({ from: '/crawls/$id/export' });
  const navigate = useNavigate({ from: '/crawls/$id/export' });
  const choice = choiceOf(search);
  const keep = useQuery(optionsQuery(id)).data?.keep ?? [];
  // Offer HTML only if the crawl keeps it: otherwise the server rejects the export.
  const pieces = PIECES.filter(
    (piece) => choice.what === 'pages' && (piece !== 'html' || choice.html || keep.includes('html')),
  );
  const saving = useMutation({
    mutationFn: () => download(id, choice),
    onError: (error) => toast(wordsOf(error), true),
  });

  function choose(change: Partial<ExportSearch>): void {
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  }

  return (
    <div className="mx-auto grid w-full max-w-[1440px] items-start gap-4 p-4 sm:p-6 lg:grid-cols-2">
      <section className="card flex min-w-0 flex-col gap-5 p-4 sm:p-5">
        <Options
          legend="What"
          value={choice.what}
          options={subjects(progress)}
          onChange={(what) => choose({ what })}
        />
        <Options
          legend="Format"
          value={choice.format}
          options={formatsOf(choice.what).map((format) => ({ value: format, ...FORMATS[format] }))}
          onChange={(format) => choose({ format })}
        />
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {pieces.map((piece) => (
            <Check
              key={piece}
              label={PIECE_WORDS[piece]}
              isOn={choice[piece]}
              onChange={(isOn) => choose({ [piece]: isOn })}
            />
          ))}
          {choice.format !== 'parquet' && (
            <Check label="Compressed (gzip)" isOn={choice.gzip} onChange={(gzip) => choose({ gzip })} />
          )}
        </div>
        <div className="flex flex-col gap-2 border-t border-line pt-4">
          <Button
            look="main"
            className="max-w-full self-start"
            icon={<Download size={16} aria-hidden="true" />}
            isBusy={saving.isPending}
            onClick={() => saving.mutate()}
          >
            <span className="truncate">Save {fileOf(id, choice)}</span>
          </Button>
          {!isOver(progress.status) && (
            <p className="text-label text-muted">
              The crawl is still running: the file has what is stored when you save it.
            </p>
          )}
        </div>
      </section>
      <ExportCommands id={id} choice={choice} />
    </div>
  );
}
