import type { Statements } from '../sql/statements';

/** What the read queries need of the database. */
export type Source = Pick<Statements, '$queryRawUnsafe'>;
