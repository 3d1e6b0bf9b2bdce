/** A defect of the product, to prove that the tests detect it: tools/harness/mutants/NAME.ts replaces this module. */
type Mutation = { description: string; module: string };

const ACCEPTANCE = 'server/intake/acceptance.ts';
const PRAGMAS = 'server/storage/sqlite-pragmas.ts';
const BOARD_STATE = 'components/live/board-state.ts';

export const SERVER_MUTATIONS = {
  'reply-before-sync': {
    description: 'a delivery is acknowledged before it is in the inbox',
    module: ACCEPTANCE,
  },
  'kept-after-parsing': {
    description: 'bodies that cannot be parsed are not stored',
    module: ACCEPTANCE,
  },
  'slow-disk': {
    description: 'every sync of the inbox takes a fifth of a second, as on a disk that is about to fail',
    module: ACCEPTANCE,
  },
  'failure-not-isolated': {
    description: 'a batch that fails because of its data is not committed one by one',
    module: 'server/intake/committer.ts',
  },
  'arrival-order': {
    description: 'facts are folded in the order of arrival',
    module: 'domain/fact.ts',
  },
  'inbox-emptied-before-commit': {
    description: 'deliveries are removed from the inbox before they are in the database',
    module: 'server/intake/inbox.ts',
  },
  'two-projections': {
    description: 'deliveries are projected again while they are being projected',
    module: 'server/intake/projection.ts',
  },
  'backup-in-place': {
    description: 'a backup is written directly to its final name',
    module: 'server/backup/backup-file.ts',
  },
  'restore-unfinished': {
    description: 'an interrupted restore is not completed at the next start',
    module: 'server/storage/replace-file.ts',
  },
  'any-signature': {
    description: 'a signature of the right length is accepted',
    module: 'server/webhooks/verify.ts',
  },
  'numbers-as-text-refused': {
    description: 'numbers that the POS sends as text are not accepted',
    module: 'server/webhooks/member-values.ts',
  },
  'synchronous-normal': {
    description: 'a delivery is acknowledged before its commit is synced to the disk',
    module: PRAGMAS,
  },
  'synchronous-off': {
    description: 'the databases are never synced to the disk',
    module: PRAGMAS,
  },
  'inbox-without-sync': {
    description: 'the inbox is never synced to the disk',
    module: PRAGMAS,
  },
  'stock-adapter': {
    description: 'connections and transactions of Prisma’s unmodified adapter are used',
    module: 'server/storage/safe-sqlite.ts',
  },
  'room-after-snapshot': {
    description: 'a screen joins its room 150 ms after its snapshot',
    module: 'server/live/rooms.ts',
  },
  'revision-not-read': {
    description: 'a node writes about a branch as it has it in memory, whatever others have committed',
    module: 'server/board/follow-branches.ts',
  },
  'lock-taken-late': {
    description: 'a node locks a branch only when it writes it, after it has folded',
    module: 'server/board/follow-branches.ts',
  },
  'notify-before-commit': {
    description: 'a commit is announced to other nodes before it is there',
    module: 'server/board/branch-news.ts',
  },
  'adapter-left-out': {
    description: 'the sockets of several nodes are not connected',
    module: 'server/live/node-sockets.ts',
  },
  'replica-not-compared': {
    description: 'a node never compares how far its replica is with its database',
    module: 'server/reader/replica.ts',
  },
  'keeps-every-change': {
    description: 'every change of a board leaks a megabyte',
    module: 'server/live/live-board.ts',
  },
} as const satisfies Record<string, Mutation>;

export const CLIENT_MUTATIONS = {
  'gaps-not-seen': {
    description: 'a change is applied after a gap in versions',
    module: BOARD_STATE,
  },
  'old-tickets-stay': {
    description: 'tickets that a snapshot no longer contains remain',
    module: BOARD_STATE,
  },
  'heads-not-compared': {
    description: 'the version of a head is ignored',
    module: BOARD_STATE,
  },
  'any-age-is-live': {
    description: 'data of any age counts as live',
    module: 'components/live/freshness.ts',
  },
} as const satisfies Record<string, Mutation>;

export type ServerMutation = keyof typeof SERVER_MUTATIONS;
export type ClientMutation = keyof typeof CLIENT_MUTATIONS;
