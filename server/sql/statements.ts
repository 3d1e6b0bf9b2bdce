import { isUtf8 } from 'node:buffer';
import { withoutCase } from '../../lib/text';

/** A condition of a WHERE clause, or a statement, and the values of its parameters. */
export type Condition = [sql: string, ...values: (string | number)[]];

/** How a column has a text. */
type Form = (text: string) => string;
type Forms = readonly [Form, ...Form[]];

/** Letters outside of ASCII that are these in `withoutCase`; for all others, the two cases. */
const LETTERS: Readonly<Record<string, readonly string[]>> = { I: ['İ', 'ı'], SS: ['ß', 'ẞ'], Σ: ['Σ', 'σ', 'ς'] };
/** Capitals that have such letters. */
const FOLDED = /I|SS|\P{ASCII}/gu;
/** Of these, how many different ones are looked for in any case. SQLite limits the depth of an expression. */
const MAX_FOLDED = 100;

// Builds statements that take any number of rows as one JSON array. A row has its values in the order of the columns.

/** TIMESTAMP, which only PostgreSQL has, is epoch milliseconds in rows. */
export type ColumnType = 'INTEGER' | 'BIGINT' | 'TEXT' | 'BYTES' | 'TIMESTAMP';

/** Columns by name. One whose type ends with a question mark may be NULL. */
export type Columns = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

/** The type of a column, whether it may be NULL or not. */
export function typeOf(column: Columns[string]): ColumnType {
  return column.replace('?', '') as ColumnType;
}

type ValueOf<Type> = Type extends 'TEXT' ? string : Type extends 'BYTES' ? Uint8Array : Int;

/** A row with these columns, as the database returns it. */
export type RowOf<Of extends Columns> = {
  [Name in keyof Of]: Of[Name] extends `${infer Type}?` ? ValueOf<Type> | null : ValueOf<Of[Name]>;
};

/** The rows of the JSON parameter. */
const ROWS = 'jsonb_each(?) AS r';

/** An integer of a row: SQLite returns BIGINT columns as bigint, other columns as numbers. */
export type Int = number | bigint;

export type Value = string | number | bigint | Uint8Array | null;

/** Runs statements: a transaction of Prisma's client, or a connection. */
export type Statements = {
  $queryRawUnsafe: <Rows>(statement: string, ...values: Value[]) => Promise<Rows>;
  /** Resolves to the number of rows that were changed. */
  $executeRawUnsafe: (statement: string, ...values: Value[]) => Promise<number>;
};

export type Source = Pick<Statements, '$queryRawUnsafe'>;

/** A statement of the write path, and its rows. */
export type Write = { statement: string; rows: readonly (readonly Value[])[] };

/**
 * The parameters of a statement of the write path: its rows as JSON. Bytes come before it as one parameter, and a row has
 * the position of its own in it: [first, length], where the first byte is 1.
 */
export function parametersOf(rows: Write['rows']): Value[] {
  // SQLite's substr makes NULL of an empty parameter, so it is never empty.
  const pieces: Uint8Array[] = [Buffer.of(0)];
  let next = 2;
  const place = (value: Value) => {
    if (!(value instanceof Uint8Array)) return value;
    pieces.push(value);
    next += value.length;
    return [next - value.length, value.length];
  };
  const json = JSON.stringify(rows.map((row) => row.map(place)));
  return pieces.length > 1 ? [Buffer.concat(pieces), json] : [json];
}

/** Converts an integer column to a number. All stored integers are far below 2^53. */
export function int(value: Int): number;
export function int(value: Int | null): number | null;
export function int(value: Int | null): number | null {
  return value === null ? null : Number(value);
}

/** Returns a function that takes the values of a row by column, and puts them into the order of the columns. */
export function rowMaker<Of extends Columns>(columns: Of): (values: Readonly<RowOf<Of>>) => Value[] {
  const names: (keyof Of)[] = Object.keys(columns);
  return (values) => names.map((name) => values[name]);
}

/** SQL for a value of a row. Bytes of all rows are one parameter; a row has the first byte and the number of its own. */
function valueAt(index: number, column: Columns[string]): string {
  const type = typeOf(column);
  if (type === 'TIMESTAMP')
    return `to_timestamp(CAST(r.value->>${index} AS DOUBLE PRECISION) / 1000) AT TIME ZONE 'UTC'`;
  if (type !== 'BYTES') return `CAST(r.value->>${index} AS ${type})`;
  return `substr(?, CAST(r.value->${index}->>0 AS INTEGER), CAST(r.value->${index}->>1 AS INTEGER))`;
}

/** SQL for each value of a row, of which `first` come before these. */
function valuesOf(columns: Columns, first = 0): string[] {
  return Object.values(columns).map((type, index) => valueAt(first + index, type));
}

/** The columns as SQL lists them. */
export function namesOf(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** Inserts rows. */
export function insert(table: string, columns: Columns): string {
  // Without WHERE, the ON of ON CONFLICT would be read as that of a join.
  return `
  INSERT INTO "${table}" (${namesOf(Object.keys(columns))})
  SELECT ${valuesOf(columns).join(', ')} FROM ${ROWS} WHERE true`;
}

/** Inserts rows, or updates all but their `fixed` columns. `key` has the columns that identify a row. */
export function upsert(
  table: string,
  columns: Columns,
  fixed: readonly string[],
  key: readonly string[] = fixed,
): string {
  const updates = Object.keys(columns)
    .filter((column) => !fixed.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  return `${insert(table, columns)} ON CONFLICT (${namesOf(key)}) DO UPDATE SET ${updates.join(', ')}`;
}

/** Updates rows, which have the values of `columns`, then those of `key`. */
export function update(table: string, columns: Columns, key: Columns): string {
  const assigned = valuesOf(columns);
  const sets = Object.keys(columns).map((column, index) => `"${column}" = ${assigned[index]}`);
  const wanted = valuesOf(key, assigned.length);
  const isRow = Object.keys(key).map((column, index) => `"${table}"."${column}" = ${wanted[index]}`);
  return `
  UPDATE "${table}" SET ${sets.join(', ')} FROM ${ROWS} WHERE ${isRow.join(' AND ')}`;
}

/** Deletes the rows with these keys. */
export function deleteRows(table: string, key: Columns): string {
  return `
  DELETE FROM "${table}" WHERE (${namesOf(Object.keys(key))}) IN (SELECT ${valuesOf(key).join(', ')} FROM ${ROWS})`;
}

/** Orders (alias `o`) with a text in the table's name, or with it as table, order or ticket number. */
export function textCondition(q: string): Condition {
  const [named, ...values] = contains('o."tableName"', q);
  return [
    `(${named} OR o."tableNumber" = ? OR CAST(o."number" AS TEXT) = ? OR CAST(o."ticketNumber" AS TEXT) = ?)`,
    ...values,
    ...[q, q, q],
  ];
}

/** A column that contains a text, in any case. */
export function contains(column: string, text: string, forms?: Forms): Condition {
  return isLike(column, text, '%', forms);
}

/** A column that is a text, in any case. */
export function equals(column: string, text: string): Condition {
  return isLike(column, text, '');
}

/**
 * A column with a text, and `around` it. LIKE knows the two cases of ASCII letters only, and so does PostgreSQL's
 * ILIKE in some collations: other letters are replaced by their capitals first, in the rows that have the rest of the text.
 * The column may have each of them in any of `forms`, and ASCII in the first one.
 */
function isLike(column: string, text: string, around: '%' | '', forms: Forms = [String]): Condition {
  const [form] = forms;
  const wanted = withoutCase(text);
  const capitalsOf = new Map<string, string>();
  for (const capitals of [...new Set(wanted.match(FOLDED))].slice(0, MAX_FOLDED))
    for (const one of LETTERS[capitals] ?? [capitals, capitals.toLowerCase()])
      for (const each of forms) capitalsOf.set(each(one), form(capitals));
  const replaced = [...capitalsOf].filter(([from, to]) => from !== to);
  const whole = `${around}${escapeLike(form(wanted))}${around}`;
  if (replaced.length === 0) return [`${column} LIKE ? ESCAPE '\\'`, whole];
  const rest = wanted.split(FOLDED).map((part) => escapeLike(form(part)));
  const folded = replaced.reduce((sql) => `replace(${sql}, ?, ?)`, column);
  return [
    `(${column} LIKE ? ESCAPE '\\' AND ${folded} LIKE ? ESCAPE '\\')`,
    ...[`${around}${rest.join('%')}${around}`, ...replaced.flat(), whole],
  ];
}

/** The same for a body, in which JSON may have letters as escapes. */
export function bodyContains(column: string, text: string): Condition {
  return contains(column, text, [String, escaped, (letters) => escaped(letters).toUpperCase().replaceAll('U', 'u')]);
}

/** `ö` as `\u00f6`. */
function escaped(letters: string): string {
  return letters.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text in a pattern of LIKE with ESCAPE '\'. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The bytes of a delivery as text, or as Base64 if they are none; nothing once they were erased. */
export function bodyOf(row: { body: Uint8Array; erasedAt: Int | null }): {
  body: string | null;
  bodyBase64: string | null;
} {
  const body = Buffer.from(row.body);
  if (!isUtf8(body)) return { body: null, bodyBase64: body.toString('base64') };
  return { body: row.erasedAt === null ? body.toString('utf8') : null, bodyBase64: null };
}
