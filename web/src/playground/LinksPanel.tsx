import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '~/api/client';
import { Button } from '~/ui/Button';
import { Tag } from '~/ui/Chip';
import { isWeb, middleCut } from '~/words/addresses';
import { count } from '~/words/figures';

const STEP = 200;
const LONGEST = 300;

/** The links of the page, each once. One can be tried next, or opened at its site. */
export function LinksPanel({ links }: { links: readonly Schemas['LinkDetail'][] }) {
  const [shown, setShown] = useState(STEP);
  if (links.length === 0) return <p className="text-muted">It has no links.</p>;
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="flex w-full flex-col">
        {links.slice(0, shown).map((link) => (
          <OneLink key={link.url} link={link} />
        ))}
      </ul>
      {links.length > shown && (
        <Button onClick={() => setShown(shown + STEP)}>Show more of {count(links.length - shown)}</Button>
      )}
    </div>
  );
}

function OneLink({ link: { url, anchor, rel } }: { link: Schemas['LinkDetail'] }) {
  const words = <bdi dir="ltr">{middleCut(url, LONGEST)}</bdi>;
  return (
    <li className="flex min-w-0 flex-col gap-0.5 border-b border-line py-2 last:border-b-0">
      <div className="flex items-baseline gap-2">
        <bdi className="line-clamp-2 min-w-0 flex-1">
          {anchor.trim() ? middleCut(anchor, LONGEST) : <span className="text-muted">no text</span>}
        </bdi>
        {rel.slice(0, 3).map((each) => (
          <Tag key={each}>{middleCut(each, 20)}</Tag>
        ))}
      </div>
      {isWeb(url) ? (
        <div className="flex items-center gap-1 font-mono text-label break-all">
          <Link to="/playground" search={(before) => ({ ...before, url })} className="link min-w-0">
            {words}
          </Link>
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener nofollow"
            aria-label="Open the site"
            title="Open the site"
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-ink"
          >
            <ExternalLink size={13} aria-hidden="true" />
          </a>
        </div>
      ) : (
        <span className="font-mono text-label break-all">{words}</span>
      )}
    </li>
  );
}
