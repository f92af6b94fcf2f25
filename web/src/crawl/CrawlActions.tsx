import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, Pause, Play, RotateCcw, RotateCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isOver } from '~/api/queries';
import { useRetry, useSteering } from '~/api/steering';
import { DeleteDialog } from '~/parts/DeleteDialog';
import { Button, buttonLook, IconButton } from '~/ui/Button';
import { Menu } from '~/ui/Menu';
import { count, counted } from '~/words/figures';
import { ChangeDialog } from './ChangeDialog';
import { useCrawl } from './LiveContext';

/** The actions on the crawl as it is now. Buttons say the result. */
export function CrawlActions() {
  const { id, progress } = useCrawl();
  const [dialog, setDialog] = useState<'change' | 'delete' | null>(null);
  const steering = useSteering(id);
  const retry = useRetry(id);
  const navigate = useNavigate();
  const { status } = progress;
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5">
      {status === 'paused' && (
        <Button
          look="main"
          icon={<Play size={16} aria-hidden="true" />}
          isBusy={steering.isPending}
          onClick={() => steering.mutate('resume')}
        >
          Resume
        </Button>
      )}
      {(status === 'running' || status === 'pending') && (
        <Button
          icon={<Pause size={16} aria-hidden="true" />}
          isBusy={steering.isPending}
          onClick={() => steering.mutate('pause')}
        >
          Pause
        </Button>
      )}
      {isOver(status) ? (
        <>
          {progress.figures.failed > 0 && status === 'completed' && (
            <Button
              icon={<RotateCcw size={16} aria-hidden="true" />}
              isBusy={retry.isPending}
              onClick={() => retry.mutate(undefined)}
            >
              Try {count(progress.figures.failed)} failed again
            </Button>
          )}
          <Link to="/crawls/new" search={{ url: progress.submitted_url, like: id }} className={buttonLook()}>
            <RotateCw size={16} aria-hidden="true" />
            Crawl again
          </Link>
          <IconButton
            label="Delete this crawl"
            icon={<Trash2 size={17} aria-hidden="true" />}
            onClick={() => setDialog('delete')}
          />
        </>
      ) : (
        <>
          <IconButton
            label="Change pace and patterns"
            icon={<SlidersHorizontal size={17} aria-hidden="true" />}
            onClick={() => setDialog('change')}
          />
          <Menu
            label="Cancel"
            triggerClass={buttonLook()}
            trigger={
              <>
                Cancel
                <ChevronDown size={16} aria-hidden="true" />
              </>
            }
            items={[
              {
                label: `Stop and keep ${counted(progress.figures.fetched, 'page')}`,
                onSelect: () => steering.mutate('cancel'),
              },
              { label: 'Stop and delete everything', isDangerous: true, onSelect: () => setDialog('delete') },
            ]}
          />
        </>
      )}
      {dialog === 'change' && <ChangeDialog onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <DeleteDialog
          crawl={progress}
          onClose={() => setDialog(null)}
          onDeleted={() => void navigate({ to: '/crawls' })}
        />
      )}
    </div>
  );
}
