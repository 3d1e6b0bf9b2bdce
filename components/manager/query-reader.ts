export type ProblemWhy =
  | 'branch'
  | 'period'
  | 'day'
  | 'backwards'
  | 'many'
  | 'service'
  | 'table'
  | 'text'
  | 'characters'
  | 'choice'
  | 'number'
  | 'cursor';

/** A parameter with an invalid value, and the reason. */
export type QueryProblem = { parameter: string; value: string; why: ProblemWhy };

/** The start of an invalid value, as problems show it. */
const SHOWN_LENGTH = 60;

/**
 * Returns functions that read parameters of an address. A parameter that is missing, empty or invalid is null; an
 * invalid one is also added to `problems`.
 */
export function queryReader(query: URLSearchParams, problems: QueryProblem[]) {
  /** The value of a parameter; `valueFrom` returns null for an invalid text, for the reason `why`. */
  function read<Value>(parameter: string, why: ProblemWhy, valueFrom: (text: string) => Value | null): Value | null {
    const text = query.get(parameter)?.trim();
    if (!text) return null;
    // No text in PostgreSQL has this character: a query with it fails.
    const isStorable = why !== 'text' || !text.includes('\0');
    const value = isStorable ? valueFrom(text) : null;
    if (value === null)
      problems.push({ parameter, value: text.slice(0, SHOWN_LENGTH), why: isStorable ? why : 'characters' });
    return value;
  }
  return {
    read,
    among: <Value extends string>(parameter: string, values: readonly Value[]) =>
      read(parameter, 'choice', (text) => values.find((value) => value === text) ?? null),
  };
}

export type QueryReader = ReturnType<typeof queryReader>;
