import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { isKeyAsked, keepKey, keyOf, onKey } from '~/api/key';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { Field } from '~/ui/Field';

/** Asks for a key when the server wants one. It is kept for this tab only. */
export function KeyDialog() {
  const isAsked = useSyncExternalStore(onKey, isKeyAsked);
  const client = useQueryClient();
  const [key, setKey] = useState('');
  if (!isAsked) return null;

  function use(event: FormEvent): void {
    event.preventDefault();
    if (!key.trim()) return;
    keepKey(key.trim());
    setKey('');
    void client.invalidateQueries();
  }

  return (
    <Dialog title="This server wants a key" onClose={() => undefined}>
      <form onSubmit={use} className="flex flex-col gap-4">
        <p className="text-muted">
          {keyOf() ? 'The server does not know this key, or the key was revoked. ' : ''}
          Make one on the server with <code className="font-mono text-ink">leadline keys create NAME</code>.
        </p>
        <Field
          label="Key"
          type="password"
          isMono
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          hint="Kept until this tab is closed, and sent to this server only."
        />
        <div className="flex justify-end">
          <Button type="submit" look="main" disabled={!key.trim()}>
            Use this key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
