import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { wordsOf } from '~/api/problems';
import { isOver } from '~/api/queries';
import { Button } from '~/ui/Button';
import { Check } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { useCrawl } from '../LiveContext';
import { download } from './download';
import { Elsewhere } from './Elsewhere';
import { fileOf } from './forms';
import { Options } from './Options';
import { askedOf, type ExportSearch, formatsOf } from './search';
import { FORMATS, subjects } from './words';

/** The crawl as a file: what, in which format; the same for a terminal. */
export function ExportTab() {
  const { id, progress } = useCrawl();
  const search = useSearch({ from: '/crawls/$id/export' });
  const navigate = useNavigate({ from: '/crawls/$id/export' });
  const asked = askedOf(search);
  const saving = useMutation({
    mutationFn: () => download(id, asked),
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
          value={asked.what}
          options={subjects(progress)}
          onChange={(what) => choose({ what })}
        />
        <Options
          legend="Format"
          value={asked.format}
          options={formatsOf(asked.what).map((format) => ({ value: format, ...FORMATS[format] }))}
          onChange={(format) => choose({ format })}
        />
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {asked.what === 'pages' && (
            <Check label="With the texts" isOn={asked.text} onChange={(text) => choose({ text })} />
          )}
          {asked.format !== 'parquet' && (
            <Check label="Compressed (gzip)" isOn={asked.gzip} onChange={(gzip) => choose({ gzip })} />
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
            <span className="truncate">Save {fileOf(id, asked)}</span>
          </Button>
          {!isOver(progress.status) && (
            <p className="text-label text-muted">
              The crawl goes on: the file has what is there when it is read.
            </p>
          )}
        </div>
      </section>
      <Elsewhere id={id} asked={asked} />
    </div>
  );
}
