import { type FormEvent, useState } from 'react';
import { Button } from '~/ui/Button';
import { Field } from '~/ui/Field';
import { addressError, addressIn } from '~/words/addresses';

interface AddressFormProps {
  /** The address that is shown. */
  url: string | undefined;
  isBusy: boolean;
  onScrape: (address: string) => void;
}

/** The form that fetches one page. */
export function AddressForm({ url = '', isBusy, onScrape }: AddressFormProps) {
  const [typed, setTyped] = useState(url);
  const [isWrong, setWrong] = useState(false);
  const [shownUrl, setShownUrl] = useState(url);
  if (url !== shownUrl) {
    setShownUrl(url);
    setTyped(url);
    setWrong(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    const address = addressIn(typed);
    setWrong(!address);
    if (!address) return;
    setTyped(address);
    onScrape(address);
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-1 p-4">
      <Field
        label="Address"
        isMono
        autoFocus
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
        maxLength={8_192}
        placeholder="https://example.org/"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isWrong ? addressError(typed) : undefined}
        hint="One page is fetched. robots.txt is obeyed, and no link followed."
      />
      <Button type="submit" look="main" className="mt-2 self-start max-sm:w-full" isBusy={isBusy}>
        {isBusy ? 'Fetching the page' : 'Scrape'}
      </Button>
    </form>
  );
}
