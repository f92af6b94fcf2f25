import { toast } from './toasts';

/** Put a text on the clipboard; says so when the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast('The browser does not let this page copy; it does on https and on localhost.', true);
    return false;
  }
}
