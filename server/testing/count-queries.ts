import type { Statements } from '../sql/statements';

/** Statements that count those that read. */
export type CountedStatements = Statements & {
  /** The number until now. */
  queries: () => number;
};

export function countQueries(sql: Statements): CountedStatements {
  let count = 0;
  return {
    $executeRawUnsafe: (...statement) => sql.$executeRawUnsafe(...statement),
    $queryRawUnsafe(...statement) {
      count += 1;
      return sql.$queryRawUnsafe(...statement);
    },
    queries: () => count,
  };
}
