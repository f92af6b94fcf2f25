import { Link } from '@tanstack/react-router';
import { RotateCw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { isOver } from '~/api/queries';
import { remedyFor } from '~/parts/options/remedies';
import { Button, buttonLook } from '~/ui/Button';
import { ChangeDialog } from './ChangeDialog';
import { useCrawl } from './LiveContext';

interface RuleRemedyProps {
  rule: string | null;
  /** The option or setting that the server names. */
  liftedBy: string | null;
}

/** How to fetch pages that a rule skipped: a button where this page can do it, else the setting of the server. */
export function RuleRemedy({ rule, liftedBy }: RuleRemedyProps) {
  const { id, progress } = useCrawl();
  const remedy = rule === null ? undefined : remedyFor(rule, progress);
  if (rule === null || !remedy) return <ServerSetting name={liftedBy} />;
  if (remedy.now && !isOver(progress.status)) return <ChangeButton label={remedy.now} />;
  return (
    <Link
      to="/crawls/new"
      search={{ url: progress.submitted_url, like: id, lift: rule }}
      className={`${buttonLook('plain', 'small')} h-auto! min-h-7 max-w-full self-start py-1 text-left whitespace-normal!`}
    >
      <RotateCw size={14} aria-hidden="true" />
      Crawl again {remedy.again}
    </Link>
  );
}

function ChangeButton({ label }: { label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        className="self-start"
        icon={<SlidersHorizontal size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ChangeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ServerSetting({ name }: { name: string | null }) {
  const isOption = name === '--allow-network';
  if (!isOption && !name?.startsWith('LEADLINE_')) return null;
  return (
    <p className="text-label text-muted">
      <code className="font-mono">{name}</code> {isOption ? 'is an option' : 'is a setting'} of{' '}
      <code className="font-mono">leadline serve</code>: restart the server to change it.
    </p>
  );
}
