import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import pg from 'pg';
import type * as fact from '../../../domain/fact';
import type * as backupFile from '../../../server/backup/backup-file';
import type * as branchNews from '../../../server/board/branch-news';
import type * as followBranches from '../../../server/board/follow-branches';
import type * as acceptance from '../../../server/intake/acceptance';
import type * as committer from '../../../server/intake/committer';
import type * as inbox from '../../../server/intake/inbox';
import type * as projection from '../../../server/intake/projection';
import type * as liveBoard from '../../../server/live/live-board';
import type * as nodeSockets from '../../../server/live/node-sockets';
import type * as rooms from '../../../server/live/rooms';
import type * as replica from '../../../server/reader/replica';
import { LISTENED_UNTIL, LOCK_BRANCHES, NOTIFY } from '../../../server/sql/node-statements';
import type * as pragmas from '../../../server/storage/database-file';
import type * as replaceFile from '../../../server/storage/replace-file';
import type * as safeSqlite from '../../../server/storage/safe-sqlite';
import type * as memberValues from '../../../server/webhooks/member-values';
import { sign } from '../../../server/webhooks/sign';
import { liveKeys } from '../../../server/webhooks/subscription';
import type * as verification from '../../../server/webhooks/verify';
import { mutation } from './mutation';

const ACCEPTANCE = 'server/intake/acceptance.ts';
const PRAGMAS = 'server/storage/database-file.ts';
const MEMBER_VALUES = 'server/webhooks/member-values.ts';
const FOLLOW_BRANCHES = 'server/board/follow-branches.ts';

const SLOW_SYNC_MS = 200;
const LATE_ROOM_MS = 150;
const LEAKED_BYTES = 1_000_000;
/** As long as a commit may take. */
const SLOW_COMMIT = 'SELECT pg_sleep(0.05) FROM jsonb_each(?)';

const isText = (value: unknown) => typeof value === 'string';

class StockSqlite extends PrismaBetterSqlite3 {
  constructor({ file, busyTimeoutMs }: safeSqlite.SafeSqliteOptions) {
    super({ url: `file:${file}`, timeout: busyTimeoutMs }, { timestampFormat: 'unixepoch-ms' });
  }
}

/** Defects of the server, to prove that the rigs and tests detect them. */
export const SERVER_MUTATIONS = {
  'reply-before-sync': mutation<typeof acceptance>(ACCEPTANCE, 'a delivery is acknowledged before it is in the inbox', {
    createAcceptance: (original) => (deps) => {
      const accepting = original.createAcceptance(deps);
      return {
        ...accepting,
        async deliver(entry) {
          void accepting.deliver(entry);
          return { storedIn: 'inbox' };
        },
      };
    },
  }),
  'kept-after-parsing': mutation<typeof acceptance>(ACCEPTANCE, 'bodies that cannot be parsed are not stored', {
    createAcceptance: (original) => (deps) => {
      const accepting = original.createAcceptance(deps);
      return {
        ...accepting,
        deliver: async (entry) =>
          entry.delivery.translation.kind === 'unreadable' ? { storedIn: 'inbox' } : accepting.deliver(entry),
      };
    },
  }),
  'slow-disk': mutation<typeof acceptance>(
    ACCEPTANCE,
    'every sync of the inbox takes a fifth of a second, as on a disk that is about to fail',
    {
      createAcceptance: (original) => (deps) =>
        original.createAcceptance({
          ...deps,
          inbox: {
            ...deps.inbox,
            async append(entries) {
              await delay(SLOW_SYNC_MS);
              await deps.inbox.append(entries);
            },
          },
        }),
    },
  ),
  'failure-not-isolated': mutation<typeof committer>(
    'server/intake/committer.ts',
    'a batch that fails because of its data is not committed one by one',
    { isolateFailures: () => (commitWhole) => commitWhole },
  ),
  'arrival-order': mutation<typeof fact>('domain/fact.ts', 'facts are folded in the order of arrival', {
    compareFacts: () => () => 0,
  }),
  'inbox-emptied-before-commit': mutation<typeof inbox>(
    'server/intake/inbox.ts',
    'deliveries are removed from the inbox before they are in the database',
    {
      openInbox:
        (original) =>
        (...given) => {
          const opened = original.openInbox(...given);
          return {
            ...opened,
            next(most, mostBytes) {
              const deliveries = opened.next(most, mostBytes);
              opened.remove(deliveries, []);
              opened.sweep();
              return deliveries;
            },
            remove() {},
          };
        },
    },
  ),
  'two-projections': mutation<typeof projection>(
    'server/intake/projection.ts',
    'deliveries are projected again while they are being projected',
    {
      createProjection: (original) => (deps) => {
        const [first, second] = [original.createProjection(deps), original.createProjection(deps)];
        return {
          ...first,
          wake() {
            first.wake();
            second.wake();
          },
          async close() {
            await Promise.all([first.close(), second.close()]);
          },
        };
      },
    },
  ),
  'backup-in-place': mutation<typeof backupFile>(
    'server/backup/backup-file.ts',
    'a backup is written directly to its final name',
    {
      backUp: (original) => async (copies, databaseFile, file, onProgress) => {
        await original.createPrivateFile(file);
        const contents = await copies.run({ name: 'backup', from: databaseFile, to: file }, onProgress);
        return { file, ...contents };
      },
    },
  ),
  'restore-unfinished': mutation<typeof replaceFile>(
    'server/storage/replace-file.ts',
    'an interrupted restore is not completed at the next start',
    { finishInterruptedRestore: () => async () => null },
  ),
  'any-signature': mutation<typeof verification>(
    'server/webhooks/verify.ts',
    'a signature of the right length is accepted',
    {
      verify: (original) => (claims, body, now) => {
        for (const { subscription, pair } of claims) {
          const key = liveKeys(subscription, now).find((one) => sign(body, one).length === pair.signature.length);
          if (key) return { verified: true, subscription, key, prefix: pair.prefix };
        }
        return original.verify(claims, body, now);
      },
    },
  ),
  'numbers-as-text-refused': mutation<typeof memberValues>(
    MEMBER_VALUES,
    'numbers that the POS sends as text are not accepted',
    {
      integerOf: (original) => (value, min, max) => (isText(value) ? undefined : original.integerOf(value, min, max)),
      int32Of: (original) => (value) => (isText(value) ? undefined : original.int32Of(value)),
      counterOf: (original) => (value) => (isText(value) ? undefined : original.counterOf(value)),
    },
  ),
  'synchronous-normal': mutation<typeof pragmas>(
    PRAGMAS,
    'a delivery is acknowledged before its commit is synced to the disk',
    {
      setPragmas: (original) => (database, readOnly) => {
        original.setPragmas(database, readOnly);
        database.pragma('synchronous = NORMAL');
      },
    },
  ),
  'synchronous-off': mutation<typeof pragmas>(PRAGMAS, 'the databases are never synced to the disk', {
    setPragmas: (original) => (database, readOnly) => {
      original.setPragmas(database, readOnly);
      database.pragma('synchronous = OFF');
    },
  }),
  'inbox-without-sync': mutation<typeof pragmas>(PRAGMAS, 'the inbox is never synced to the disk', {
    setPragmas: (original) => (database, readOnly) => {
      original.setPragmas(database, readOnly);
      if (path.basename(database.name) === 'intake.db') database.pragma('synchronous = OFF');
    },
  }),
  'stock-adapter': mutation<typeof safeSqlite>(
    'server/storage/safe-sqlite.ts',
    'connections and transactions of Prisma’s unmodified adapter are used',
    { SafeSqlite: () => StockSqlite as unknown as typeof safeSqlite.SafeSqlite },
  ),
  'room-after-snapshot': mutation<typeof rooms>(
    'server/live/rooms.ts',
    'a screen joins its room 150 ms after its snapshot',
    {
      joinRoom:
        (original) =>
        (...member) => {
          setTimeout(() => original.joinRoom(...member), LATE_ROOM_MS);
        },
    },
  ),
  'revision-not-read': mutation<typeof followBranches>(
    FOLLOW_BRANCHES,
    'a node writes about a branch as it has it in memory, whatever others have committed',
    {
      createFollowing: (original) => (deps) => {
        const following = original.createFollowing(deps);
        return {
          ...following,
          async lock(sql, numbers, isPatient) {
            if (numbers.some((number) => !deps.states.has(number))) return following.lock(sql, numbers, isPatient);
            await sql.$queryRawUnsafe(LOCK_BRANCHES, JSON.stringify(numbers));
            return [...numbers];
          },
        };
      },
    },
  ),
  'lock-taken-late': mutation<typeof followBranches>(
    FOLLOW_BRANCHES,
    'a node locks a branch only when it writes it, after it has folded',
    {
      createFollowing: (original) => (deps) => {
        const following = original.createFollowing(deps);
        return {
          ...following,
          async lock(sql, numbers, isPatient) {
            if (numbers.some((number) => !deps.states.has(number))) return following.lock(sql, numbers, isPatient);
            // The row is locked when it is written.
            await following.follow(sql, numbers);
            return [...numbers];
          },
        };
      },
    },
  ),
  'notify-before-commit': mutation<typeof branchNews>(
    'server/board/branch-news.ts',
    'a commit is announced to other nodes before it is there',
    {
      newsWrites: (original) => {
        const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 1 });
        pool.on('error', () => {});
        return (...news) =>
          original.newsWrites(...news).map((write) => {
            if (write.statement !== NOTIFY) return write;
            // Over another connection, a message does not wait for the transaction.
            for (const [message] of write.rows)
              pool.query(`SELECT pg_notify('heatlamp', $1)`, [message]).catch(() => {});
            return { ...write, statement: SLOW_COMMIT };
          });
      },
    },
  ),
  'adapter-left-out': mutation<typeof nodeSockets>(
    'server/live/node-sockets.ts',
    'the sockets of several nodes are not connected',
    {
      // Without one, Socket.IO has its own, which knows of no other process.
      openSocketAdapter: () =>
        (async () => ({
          adapter: null,
          close: async () => {},
        })) as unknown as typeof nodeSockets.openSocketAdapter,
    },
  ),
  'replica-not-compared': mutation<typeof replica>(
    'server/reader/replica.ts',
    'a node never compares how far its replica is with its database',
    {
      createReplicaReader: (original) => (standby, primary) =>
        original.createReplicaReader(standby, {
          $queryRawUnsafe: (statement, ...values) =>
            (statement === LISTENED_UNTIL ? standby : primary).$queryRawUnsafe(statement, ...values),
        }),
    },
  ),
  'keeps-every-change': mutation<typeof liveBoard>(
    'server/live/live-board.ts',
    'every change of a board leaks a megabyte',
    {
      createLiveBoard: (original) => (source) => {
        const board = original.createLiveBoard(source);
        const leaked: Buffer[] = [];
        return {
          ...board,
          change(change, audience) {
            leaked.push(Buffer.alloc(LEAKED_BYTES, 1));
            return board.change(change, audience);
          },
        };
      },
    },
  ),
};

export type ServerMutation = keyof typeof SERVER_MUTATIONS;
