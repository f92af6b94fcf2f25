import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { apiKey, isKeyNeededStore, storeKey } from '~/api/key';
import { useStore } from '~/state/store';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { Field } from '~/ui/Field';

/** The dialog that asks for an API key when the server needs one. It is stored for this tab only. */
export function KeyDialog() {
  const isNeeded = useStore(isKeyNeededStore);
  const client = useQueryClient();
  const [key, setKey] = useState('');
  if (!isNeeded) return null;

  function use(event: FormEvent): void {
    event.preventDefault();
    if (!key.trim()) return;
    storeKey(key.trim());
    setKey('');
    void client.invalidateQueries();
  }

  return (
    <Dialog title="This server needs an API key" onClose={() => undefined}>
      <form onSubmit={use} className="flex flex-col gap-4">
        <p className="text-muted">
          {apiKey() ? 'The server rejected this API key: it is unknown or was revoked. ' : ''}
          Create one on the server with <code className="font-mono text-ink">leadline keys create NAME</code>.
        </p>
        <Field
          label="API key"
          type="password"
          isMono
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          hint="Kept until this tab is closed, and sent to this server only."
        />
        <div className="flex justify-end">
          <Button type="submit" look="main" disabled={!key.trim()}>
            Use this API key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
