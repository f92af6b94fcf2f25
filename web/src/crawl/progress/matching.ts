/** Return the regular expression that the user typed; one that is not valid yet matches everything. */
export function matching(typed: string): { matches: (text: string) => boolean; error: boolean } {
  try {
    const pattern = new RegExp(typed, 'i');
    return { matches: (text) => pattern.test(text), error: false };
  } catch {
    return { matches: () => true, error: true };
  }
}
