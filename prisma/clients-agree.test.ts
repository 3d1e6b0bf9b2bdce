import { expect, expectTypeOf, test } from 'vitest';
import { Prisma as Postgresql } from './generated/postgresql/client';
import { Prisma as Sqlite } from './generated/sqlite/client';

/** The plain row of every model of a client. */
type Rows<Models extends Record<string, { payload: { scalars: unknown } }>> = {
  [Model in keyof Models]: Models[Model]['payload']['scalars'];
};

/** The models of nodes.prisma. */
const NODES = {
  ...{ Inbox: 'Inbox', BranchCommit: 'BranchCommit', Cluster: 'Cluster' },
  ...{ RateLimit: 'RateLimit', SocketMessage: 'SocketMessage' },
} as const;

// The two client types are not assignable to each other, so the project casts one to the other, once. That is sound
// while their rows are the same; tsc decides it, running this file only compares the names.
test('the clients for both databases have the same rows, apart from the tables of nodes', () => {
  type Shared = Omit<Rows<Postgresql.TypeMap['model']>, keyof typeof NODES>;
  expectTypeOf<Rows<Sqlite.TypeMap['model']>>().toEqualTypeOf<Shared>();
  expectTypeOf<Rows<Sqlite.TypeMap['model']>['Delivery']['receivedAt']>().toEqualTypeOf<bigint>();

  expect(Object.keys(Sqlite.ModelName)).toContain('Delivery');
  expect({ ...Sqlite.ModelName, ...NODES }).toEqual(Postgresql.ModelName);
});
