/**
 * What a statement for SQLite has to say for PostgreSQL. Everything else in this folder is the same for both. Text in
 * quotes is not replaced.
 */
const DIFFERENCES: readonly (readonly [RegExp, string])[] = [
  [/\bjsonb?_each\(\?\)/g, 'jsonb_array_elements(?::jsonb)'],
  [/\bjson_group_array\(/g, 'json_agg('],
  [/\bjson_array\(/g, 'json_build_array('],
  // Bytes as one parameter, cut into those of each row.
  [/\bsubstr\(\?,/g, 'substr(?::bytea,'],
  // A body that is not text is searched as PostgreSQL prints bytes.
  [/\bCAST\((\w\.)?"body" AS TEXT\)/g, '"textOf"($1"body")'],
  // SQLite's LIKE ignores the case of ASCII letters.
  [/\bLIKE\b/g, 'ILIKE'],
  [/\bCAST\(julianday\((t\."businessDay")\) \+ 0\.5 AS INTEGER\) % 7 \+ 1/g, 'EXTRACT(ISODOW FROM CAST($1 AS DATE))'],
  // These three tell SQLite's planner which index, and which order of tables to use.
  [/(?<=[\s(])\+(?=(?:\w\.)?")/g, ''],
  [/\bCROSS JOIN\b/g, 'JOIN'],
  [/ NOT INDEXED\b/g, ''],
];

const known = new Map<string, string>();
/** Statements of lists are put together from conditions, so there are more than anybody needs twice. */
const MAX_KNOWN = 1_000;

/** A statement for SQLite, with a question mark for each parameter, as PostgreSQL reads it. */
export function forPostgresql(statement: string): string {
  const before = known.get(statement);
  if (before !== undefined) return before;
  let parameters = 0;
  const text = statement
    .split(/('[^']*')/)
    .map((part, index) => (index % 2 === 1 ? part : translated(part)))
    .join('')
    .split(/('[^']*'|\?)/)
    .map((part) => {
      if (part !== '?') return part;
      parameters += 1;
      return `$${parameters}`;
    })
    .join('');
  if (known.size < MAX_KNOWN) known.set(statement, text);
  return text;
}

function translated(part: string): string {
  return DIFFERENCES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), part);
}
