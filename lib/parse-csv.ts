/**
 * The records of a CSV text by RFC 4180: fields between commas, records between line ends (CRLF, or LF alone), quoted
 * fields that may hold commas, line ends and doubled quotes. Throws an Error when a quoted field never ends or goes on
 * after its closing quote.
 */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  // Spreadsheets want a byte order mark in front; it belongs to no field.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at);
      record.push(field.value);
      at = field.end;
      if (text[at] !== ',') break;
      at += 1;
    }
    records.push(record);
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
  }
  return records;
}

/**
 * The records of a CSV text after the first one, by the columns that it names. Throws an Error when a record has more or
 * fewer fields, and as `parseCsv` does.
 */
export function csvRows(text: string): Record<string, string>[] {
  const [columns = [], ...records] = parseCsv(text);
  return records.map((record) => {
    if (record.length !== columns.length)
      throw new Error(`a record has ${record.length} fields, not ${columns.length}`);
    return Object.fromEntries(columns.map((column, index) => [column, record[index] ?? '']));
  });
}

type Field = { value: string; end: number };

function plainField(text: string, start: number): Field {
  const ending = /,|\r?\n|\r?$/g;
  ending.lastIndex = start;
  const end = ending.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

function quotedField(text: string, start: number): Field {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new Error('a quoted field never ends');
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const after = text.slice(quote + 1, quote + 3);
      if (!/^(,|\r?\n|\r?$)/.test(after)) throw new Error('a quoted field goes on after its closing quote');
      return { value, end: quote + 1 };
    }
    value += '"';
    at = quote + 2;
  }
}
