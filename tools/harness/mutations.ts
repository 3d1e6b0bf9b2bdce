import type { Point } from '../crash-test/kills';
import type { Patch } from './server-build';

/** Defects of the server, to prove that the tests detect them. */
export type Mutation = {
  name: string;
  about: string;
  patches: readonly Patch[];
  /** Points that a server with this defect never reaches, so that a kill there would wait in vain. */
  unreached?: readonly Point[];
};

const RECEIVE = 'server/webhooks/receive.ts';
const COMMITTER = 'server/intake/committer.ts';
const SQLITE = 'server/storage/safe-sqlite.ts';

export const MUTATIONS = [
  {
    name: 'reply-before-commit',
    about: 'a delivery is answered when it waits, not when it is kept',
    patches: [
      {
        file: RECEIVE,
        find: `const kept = await queue.deliver(delivery, addressed);
    answer(response, verified, codeFor(delivery, kept), isScan);`,
        replace: `const keeping = queue.deliver(delivery, addressed);
    const kept = { kept: 'spool' as const };
    answer(response, verified, codeFor(delivery, kept), isScan);
    await keeping;`,
      },
    ],
  },
  {
    name: 'no-halving',
    about: 'a batch that fails because of its data is not halved',
    patches: [{ file: COMMITTER, find: 'const [only] = batch;', replace: 'throw error;' }],
  },
  {
    name: 'arrival-order',
    about: 'facts are folded in the order in which they came',
    patches: [{ file: 'domain/fold.ts', find: 'facts.toSorted(compareFacts)', replace: '[...facts]' }],
  },
  {
    name: 'cut-before-commit',
    about: 'what is read from the spool is taken off it before it is in the database',
    patches: [
      {
        file: 'server/intake/drain-chunk.ts',
        find: 'const settled = await commit(deliveries);',
        replace: 'done([]); const settled = await commit(deliveries);',
      },
      { file: 'server/intake/drain-chunk.ts', find: 'done(lost.map((delivery) => delivery.id));', replace: '' },
    ],
  },
  {
    name: 'backup-in-place',
    about: 'a backup is made under the name that it is to have',
    patches: [
      { file: 'server/backup/backup-file.ts', find: 'const part = partOf(file);', replace: 'const part = file;' },
    ],
  },
  {
    name: 'restore-unfinished',
    about: 'a restore that was broken off is not ended at the next start',
    patches: [
      {
        file: 'server/core.ts',
        find: 'await endRestore(config.databaseFile)',
        replace: '(null as "old" | "new" | null)',
      },
    ],
  },
  {
    name: 'any-signature',
    about: 'a signature of the right length is right',
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
    about: 'only what can be read is kept',
    patches: [
      {
        file: RECEIVE,
        find: 'const kept = await queue.deliver(delivery, addressed);',
        replace: `const kept =
      delivery.reading.kind === 'unreadable'
        ? { kept: 'spool' as const }
        : await queue.deliver(delivery, addressed);`,
      },
    ],
  },
  {
    name: 'slow-commit',
    about: 'every commit takes a fifth of a second, as on a disk that is about to fail',
    patches: [
      {
        file: COMMITTER,
        find: 'begun = performance.now();',
        replace: 'await new Promise((later) => setTimeout(later, 200)); begun = performance.now();',
      },
    ],
  },
  {
    name: 'synchronous-normal',
    about: 'a commit is not on the disk when it is answered',
    patches: [
      { file: SQLITE, find: "'synchronous = FULL'", replace: "'synchronous = NORMAL'" },
      { file: SQLITE, find: 'const FULL = 2;', replace: 'const FULL = 1;' },
    ],
  },
  {
    name: 'stock-adapter',
    about: 'connections and transactions are those of Prisma’s adapter, as it comes',
    patches: [
      { file: SQLITE, find: 'setPragmas(database, this.#options.readOnly ?? false);', replace: '' },
      { file: SQLITE, find: 'adapter.startTransaction = forPrisma(adapter, begin);', replace: '' },
      {
        file: 'server/storage/database.ts',
        find: 'return adapter.direct(work);',
        replace: 'return client.$transaction((sql) => work(sql), { maxWait: 10_000, timeout: 60_000 });',
      },
    ],
  },
  {
    name: 'synchronous-off',
    about: 'nothing of the database is ever asked to be on the disk',
    patches: [
      { file: SQLITE, find: "'synchronous = FULL'", replace: "'synchronous = OFF'" },
      { file: SQLITE, find: 'const FULL = 2;', replace: 'const FULL = 0;' },
    ],
  },
  {
    name: 'spool-without-fsync',
    about: 'the spool is written, and not asked to be on the disk',
    patches: [
      {
        file: 'server/intake/spool-file.ts',
        find: 'fdatasyncSync(file);',
        replace: '',
      },
    ],
    unreached: ['spool-synced', 'burst-synced'],
  },
  {
    name: 'room-after-snapshot',
    about: 'a screen joins its room a little after its snapshot was made',
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
    about: 'a megabyte stays in memory with every change of a board',
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

export function unreachedOf(name: string | undefined): readonly Point[] {
  return mutationOf(name)?.unreached ?? [];
}

function mutationOf(name: string | undefined): Mutation | undefined {
  return MUTATIONS.find((mutation) => mutation.name === name);
}
