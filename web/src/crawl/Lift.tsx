import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { remedyFor } from '~/new/remedies';
import { buttonLook } from '~/ui/Button';
import { useCrawl } from './LiveContext';

interface LiftProps {
  rule: string | null;
  /** The option or setting that the server names. */
  liftedBy: string | null;
}

/** What lets a page in that a rule left out: a crawl with another option, else a setting of the server. */
export function Lift({ rule, liftedBy }: LiftProps) {
  const { id, progress } = useCrawl();
  const remedy = rule === null ? undefined : remedyFor(rule, progress);
  if (rule !== null && remedy) {
    return (
      <Link
        to="/crawls/new"
        search={{ url: progress.submitted_url, like: id, lift: rule }}
        className={`${buttonLook('plain', 'small')} h-auto! min-h-7 max-w-full self-start py-1 text-left whitespace-normal!`}
      >
        <RotateCw size={14} aria-hidden="true" />
        Crawl again {remedy.words}
      </Link>
    );
  }
  if (!liftedBy?.startsWith('LEADLINE_') && liftedBy !== '--allow-network') return null;
  return (
    <p className="text-label text-muted">
      <code className="font-mono">{liftedBy}</code> of <code className="font-mono">leadline serve</code>{' '}
      allows it; the server has to be restarted for that.
    </p>
  );
}
