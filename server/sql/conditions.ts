import { withoutCase } from '../../lib/without-case';

/** A condition of a WHERE clause, or a statement, and the values of its parameters. */
export type Condition = [sql: string, ...values: (string | number)[]];

/** Orders (alias `o`) with a text in the table's name, or with it as table, order or ticket number. */
export function textCondition(q: string): Condition {
  const [named, ...values] = contains('o."tableName"', q);
  return [
    `(${named} OR o."tableNumber" = ? OR CAST(o."number" AS TEXT) = ? OR CAST(o."ticketNumber" AS TEXT) = ?)`,
    ...values,
    ...[q, q, q],
  ];
}

/** How a column has a text. */
type Form = (text: string) => string;
type Forms = readonly [Form, ...Form[]];

/** Letters outside of ASCII that are these in `withoutCase`; for all others, the two cases. */
const LETTERS: Readonly<Record<string, readonly string[]>> = { I: ['İ', 'ı'], SS: ['ß', 'ẞ'], Σ: ['Σ', 'σ', 'ς'] };
/** Capitals that have such letters. */
const FOLDED = /I|SS|\P{ASCII}/gu;
/** Of these, how many different ones are looked for in any case. SQLite limits the depth of an expression. */
const MAX_FOLDED = 100;

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
