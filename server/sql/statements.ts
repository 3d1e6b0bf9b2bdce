export type Value = string | number | bigint | null;

/** What is asked of a database, inside a transaction or to read. A transaction of Prisma's client is one too. */
export type Statements = {
  $queryRawUnsafe: <Rows>(statement: string, ...values: Value[]) => Promise<Rows>;
  /** Resolves to the number of rows that were changed. */
  $executeRawUnsafe: (statement: string, ...values: Value[]) => Promise<number>;
};
