import type { Prisma } from '../../prisma/generated/sqlite/client';

/** What the read queries need of the database. */
export type Source = Pick<Prisma.TransactionClient, '$queryRawUnsafe'>;
