import clsx from 'clsx';
import { ExternalLink } from 'lucide-react';
import { isWeb } from '~/words/addresses';

/** An address of the web, as a link without a referrer; as text if it is not http or https. */
export function WebLink({ address, className }: { address: string; className?: string }) {
  const look = clsx('font-mono text-label break-all', className);
  if (!isWeb(address)) {
    return (
      <bdi dir="ltr" className={look}>
        {address}
      </bdi>
    );
  }
  return (
    <a href={address} target="_blank" rel="noreferrer noopener nofollow" className={clsx(look, 'link')}>
      <bdi dir="ltr">{address}</bdi>
      <ExternalLink size={13} aria-label="(opens the site)" className="mb-0.5 ml-1 inline" />
    </a>
  );
}
