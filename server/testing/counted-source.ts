import type Database from 'better-sqlite3';
import type { Source, Statements } from '../sql/statements';

/** Statements that count those that read. */
type CountedStatements = Statements & {
  /** The number until now. */
  queries: () => number;
};

/** A source of read queries that counts the tickets and deliveries that they visit. */
export type CountedSource = Source & {
  /** The number since the last call. */
  visited: () => number;
};

/**
 * SQLite does not report how many rows a statement visits. A function added to the conditions of a branch counts them:
 * it is called once for each row that is checked, and never for rows outside the bounds of an index.
 */
export function countedSource(database: Database.Database): CountedSource {
  let count = 0;
  database.function('visited', { deterministic: false }, (_column: unknown) => {
    count += 1;
    return 1;
  });
  const counting = (sql: string) =>
    sql.replace(/\+?\b([td])\."branch" = (\?|m\."branch")/g, (condition, of: 't' | 'd') =>
      [condition, `visited(${of}."${of === 't' ? 'beganAt' : 'receivedAt'}")`].join(' AND '),
    );
  const queryRaw = async (sql: string, ...values: unknown[]) => database.prepare(counting(sql)).all(...values);
  return {
    $queryRawUnsafe: queryRaw as Source['$queryRawUnsafe'],
    visited() {
      const counted = count;
      count = 0;
      return counted;
    },
  };
}

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
