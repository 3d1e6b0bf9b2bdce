export type Value = string | number | bigint | Uint8Array | null;

/** Runs statements: a transaction of Prisma's client, or a connection. */
export type Statements = {
  $queryRawUnsafe: <Rows>(statement: string, ...values: Value[]) => Promise<Rows>;
  /** Resolves to the number of rows that were changed. */
  $executeRawUnsafe: (statement: string, ...values: Value[]) => Promise<number>;
};

export type Source = Pick<Statements, '$queryRawUnsafe'>;

/** A fixed statement of the write path, and the rows to run it with. */
export type Write = { statement: string; rows: readonly (readonly Value[])[] };
