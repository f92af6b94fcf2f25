import type { Progress } from '~/api/queries';
import { count, counted } from '~/words/figures';
import type { Format, Piece, What } from './search';

export interface Words {
  label: string;
  hint: string;
}

export const FORMATS: Record<Format, Words> = {
  jsonl: { label: 'JSON lines', hint: 'one object in each line, for programs' },
  csv: { label: 'CSV', hint: 'for spreadsheets; formulas are disarmed' },
  parquet: { label: 'Parquet', hint: 'for pandas, DuckDB and others' },
  graphml: { label: 'GraphML', hint: 'for yEd, NetworkX, igraph' },
  gexf: { label: 'GEXF', hint: 'for Gephi' },
};

export const PIECES: Record<Piece, string> = {
  meta: 'Include descriptions and keywords',
  text: 'Include the texts',
  html: 'Include the HTML',
};

/** The subjects of an export, with their figures. */
export function subjects(progress: Progress): ({ value: What } & Words)[] {
  const { found, fetched } = progress.figures;
  const leads = counted(progress.leads, 'link');
  return [
    {
      value: 'pages',
      label: 'Pages',
      hint: `${count(found)} found, ${count(fetched)} of them fetched: address, state and reason, status, depth, title, times`,
    },
    { value: 'leads', label: 'Links', hint: `${leads}: source, target and text of each` },
    { value: 'graph', label: 'Graph', hint: 'pages and links in one file' },
  ];
}
