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
