import { Check, Link2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { IconButton } from '~/ui/Button';
import { copyText } from '~/ui/copy';
import type { Scene } from '../stage/scene';

const COPIED_MS = 2_000;

/** Copy the address of the view: all choices, the selection, and the camera. */
export function CopyLink({ scene }: { scene: RefObject<Scene | null> }) {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    const address = new URL(location.href);
    const sight = scene.current?.sight();
    if (sight) address.searchParams.set('at', sight);
    setCopied(await copyText(address.href));
    setTimeout(() => setCopied(false), COPIED_MS);
  }
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy a link to this view'}
      icon={isCopied ? <Check size={16} /> : <Link2 size={16} />}
      onClick={() => void copy()}
    />
  );
}
