import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pause, Play, RotateCw, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isOver, type Progress } from '~/api/queries';
import { useSteering } from '~/api/steering';
import { DeleteDialog } from '~/parts/DeleteDialog';
import { Menu, type MenuItem } from '~/ui/Menu';
import { siteOf } from '~/words/addresses';
import { counted } from '~/words/figures';

/** The actions on a crawl that need not open it. */
export function RowMenu({ crawl }: { crawl: Progress }) {
  const [isDeleting, setDeleting] = useState(false);
  const steering = useSteering(crawl.crawl_id);
  const navigate = useNavigate();
  const icon = { size: 16, 'aria-hidden': true } as const;
  const items: MenuItem[] = [];
  if (crawl.status === 'running' || crawl.status === 'pending') {
    items.push({ label: 'Pause', icon: <Pause {...icon} />, onSelect: () => steering.mutate('pause') });
  }
  if (crawl.status === 'paused') {
    items.push({ label: 'Resume', icon: <Play {...icon} />, onSelect: () => steering.mutate('resume') });
  }
  if (!isOver(crawl.status)) {
    items.push({
      label: `Stop and keep ${counted(crawl.figures.fetched, 'page')}`,
      icon: <Square {...icon} />,
      onSelect: () => steering.mutate('cancel'),
    });
  }
  items.push(
    {
      label: 'Crawl again',
      icon: <RotateCw {...icon} />,
      onSelect: () =>
        void navigate({ to: '/crawls/new', search: { url: crawl.submitted_url, like: crawl.crawl_id } }),
    },
    { label: 'Delete', icon: <Trash2 {...icon} />, isDangerous: true, onSelect: () => setDeleting(true) },
  );
  return (
    <div className="relative z-10 justify-self-end">
      <Menu
        label={`Actions for ${siteOf(crawl.submitted_url)}`}
        trigger={<Ellipsis size={18} aria-hidden="true" />}
        triggerClass="inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-surface hover:text-ink"
        items={items}
      />
      {isDeleting && <DeleteDialog crawl={crawl} onClose={() => setDeleting(false)} />}
    </div>
  );
}
