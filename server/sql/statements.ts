export type Value = string | number | bigint | Uint8Array | null;

/** What is asked of a database, inside a transaction or to read. A transaction of Prisma's client is one too. */
export type Statements = {
  $queryRawUnsafe: <Rows>(statement: string, ...values: Value[]) => Promise<Rows>;
  /** Resolves to the number of rows that were changed. */
  $executeRawUnsafe: (statement: string, ...values: Value[]) => Promise<number>;
};

/** One of the fixed statements of the write path, and the rows that it is run with, one after the other. */
export type Write = { statement: string; rows: readonly (readonly Value[])[] };
