import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null | undefined;

/**
 * The places of a text where a formula may begin: its own beginning, and after what separates cells and rows for a
 * spreadsheet that reads the file with semicolons, as most do in Europe, and so takes no quotes for those of the file. It
 * takes a pair of quotes there for an empty text, to which what follows is added. The last four are `=`, `+`, `-` and `@`
 * in full width.
 */
const FORMULA = /(^|[;\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Spreadsheets skip such a character before a formula. */
const LEADING_SPACE = /^(?=[\t\r\n])/;

/** Rows of a table as CSV. Guests may type formulas as names: an apostrophe keeps spreadsheets from running them. */
export function csvText(rows: readonly (readonly Cell[])[]): Uint8Array {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell)));
  return Buffer.from(stringify(cells, { record_delimiter: 'windows', quote_record_delimiter: true }));
}

function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "$1'").replace(LEADING_SPACE, "'");
}
