import type { Patch } from './server-build';

/** Defects of the server, to prove that the tests detect them. */
export type Mutation = {
  name: string;
  description: string;
  patches: readonly Patch[];
};

const RECEIVE = 'server/webhooks/receive.ts';
const COMMITTER = 'server/intake/committer.ts';
const PROJECTION = 'server/intake/projection.ts';
const SQLITE = 'server/storage/safe-sqlite.ts';
const PRAGMAS = 'server/storage/sqlite-pragmas.ts';

export const MUTATIONS = [
  {
    name: 'reply-before-sync',
    description: 'a delivery is acknowledged before it is in the inbox',
    patches: [
      {
        file: RECEIVE,
        find: `const result = await queue.deliver(delivery, addressed);
    answer(response, verified, codeFor(delivery, result), isScan);`,
        replace: `const keeping = queue.deliver(delivery, addressed);
    const result = { storedIn: 'inbox' as const };
    answer(response, verified, codeFor(delivery, result), isScan);
    await keeping;`,
      },
    ],
  },
  {
    name: 'no-halving',
    description: 'a batch that fails because of its data is not halved',
    patches: [{ file: COMMITTER, find: 'const [only] = batch;', replace: 'throw error;' }],
  },
  {
    name: 'arrival-order',
    description: 'facts are folded in the order of arrival',
    patches: [{ file: 'domain/fold.ts', find: 'facts.toSorted(compareFacts)', replace: '[...facts]' }],
  },
  {
    name: 'inbox-emptied-before-commit',
    description: 'deliveries are removed from the inbox before they are in the database',
    patches: [
      {
        file: PROJECTION,
        find: 'const results = await retryWhileUnavailable(() => commit(unique)',
        replace:
          'inbox.remove(batch, []); inbox.sweep(); const results = await retryWhileUnavailable(() => commit(unique)',
      },
    ],
  },
  {
    name: 'two-projections',
    description: 'deliveries are projected again while they are being projected',
    patches: [{ file: PROJECTION, find: 'running ??= work()', replace: 'running = work()' }],
  },
  {
    name: 'backup-in-place',
    description: 'a backup is written directly to its final name',
    patches: [
      { file: 'server/backup/backup-file.ts', find: 'const part = partOf(file);', replace: 'const part = file;' },
    ],
  },
  {
    name: 'restore-unfinished',
    description: 'an interrupted restore is not completed at the next start',
    patches: [
      {
        file: 'server/core.ts',
        find: 'await finishInterruptedRestore(config.databaseFile)',
        replace: '(null as "old" | "new" | null)',
      },
    ],
  },
  {
    name: 'any-signature',
    description: 'a signature of the right length is accepted',
    patches: [
      {
        file: 'server/webhooks/verify.ts',
        find: 'a.length === b.length && timingSafeEqual(a, b)',
        replace: 'a.length === b.length',
      },
    ],
  },
  {
    name: 'kept-after-parsing',
    description: 'bodies that cannot be parsed are not stored',
    patches: [
      {
        file: RECEIVE,
        find: 'const result = await queue.deliver(delivery, addressed);',
        replace: `const result =
      delivery.reading.kind === 'unreadable'
        ? { storedIn: 'inbox' as const }
        : await queue.deliver(delivery, addressed);`,
      },
    ],
  },
  {
    name: 'slow-disk',
    description: 'every sync of the inbox takes a fifth of a second, as on a disk that is about to fail',
    patches: [
      {
        file: 'server/intake/acceptance.ts',
        find: 'const entries = batch.map(({ entry }) => entry);',
        replace: `const entries = batch.map(({ entry }) => entry);
    await new Promise((later) => setTimeout(later, 200));`,
      },
    ],
  },
  {
    name: 'synchronous-normal',
    description: 'a delivery is acknowledged before its commit is synced to the disk',
    patches: [
      { file: PRAGMAS, find: "'synchronous = FULL'", replace: "'synchronous = NORMAL'" },
      { file: PRAGMAS, find: 'const FULL = 2;', replace: 'const FULL = 1;' },
    ],
  },
  {
    name: 'stock-adapter',
    description: 'connections and transactions of Prisma’s unmodified adapter are used',
    patches: [
      { file: SQLITE, find: 'setPragmas(database, this.#options.readOnly ?? false);', replace: '' },
      { file: SQLITE, find: 'adapter.startTransaction = forPrisma(adapter, inTurn(database, prepare));', replace: '' },
    ],
  },
  {
    name: 'synchronous-off',
    description: 'the database is never synced to the disk',
    patches: [
      { file: PRAGMAS, find: "'synchronous = FULL'", replace: "'synchronous = OFF'" },
      { file: PRAGMAS, find: 'const FULL = 2;', replace: 'const FULL = 0;' },
    ],
  },
  {
    name: 'inbox-without-sync',
    description: 'the inbox is never synced to the disk',
    patches: [
      {
        file: 'server/storage/inbox-file.ts',
        find: 'setPragmas(database, false);',
        replace: "setPragmas(database, false); database.pragma('synchronous = OFF');",
      },
    ],
  },
  {
    name: 'room-after-snapshot',
    description: 'a screen joins its room 150 ms after its snapshot',
    patches: [
      {
        file: 'server/live/hub.ts',
        find: 'void socket.join(roomOf(branch, audience));',
        replace: 'setTimeout(() => void socket.join(roomOf(branch, audience)), 150);',
      },
    ],
  },
  {
    name: 'keeps-every-change',
    description: 'every change of a board leaks a megabyte',
    patches: [
      {
        file: 'server/live/live-board.ts',
        find: 'const { previousVersion, version } = change;',
        replace: `const { previousVersion, version } = change;
      const board = Buffer.alloc(1_000_000, 1);
      snapshots.set(change.branch + '/' + version, { epoch: '', version, madeAt: 0, board });`,
      },
    ],
  },
] as const satisfies readonly Mutation[];

export type MutationName = (typeof MUTATIONS)[number]['name'];

export function patchesOf(name: string | undefined): readonly Patch[] {
  return mutationOf(name)?.patches ?? [];
}

function mutationOf(name: string | undefined): Mutation | undefined {
  return MUTATIONS.find((mutation) => mutation.name === name);
}
