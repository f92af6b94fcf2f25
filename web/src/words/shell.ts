/** Requests as a shell sends them. */

/** Return a `curl` command with a body of JSON; the API key is the name of a variable. */
export function curlOf(address: string, body: object, hasKey: boolean): string {
  const lines = [
    `curl ${quoted(address)}`,
    ...(hasKey ? [`-H "Authorization: Bearer $LEADLINE_KEY"`] : []),
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ];
  return lines.join(' \\\n  ');
}

/** As a shell reads it back. */
export function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
