import { toast } from '~/state/toasts';

/** Put a text on the clipboard; says so when the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast('The browser allows pages to copy only on https and on localhost.', true);
    return false;
  }
}
