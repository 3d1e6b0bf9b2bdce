import { AUDIT_KINDS } from '../../contract/constants';
import { withoutCase } from '../../lib/text';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time';
import type { BoardQueue } from '../board/stages';
import type { Log } from '../log';
import { LOCK_QUERIES } from '../sql/node-statements';
import { eraseSearches } from '../sql/privacy-statements';
import type { Sql } from '../storage/database';
import { shortOf } from '../storage/failure';
import { entryRow, type NewEntry } from './entry';

/** Detects erasures by other nodes while queries of this node wait to be stored in the audit log. */
type Erasures = {
  /** Until the end of the transaction, no other node stores queries or erases them. */
  lock: (sql: Sql) => Promise<void>;
  /** Whether there was an erasure since the last call, or since an entry of this node. Call it with the lock. */
  areNew: (sql: Sql) => Promise<boolean>;
  /** Call it with the id of an entry that this node stored. */
  stored: (id: number) => void;
};

const OF_NOBODY: Erasures = { lock: async () => {}, areNew: async () => false, stored() {} };

const KEPT_MS = 400 * DAY_MS;
/** Of each kind, so that failed sign-ins of a stranger cannot push out changes. */
const KEPT_OF_KIND = 50_000;
const AT_ONCE = 500;

/** Equal views or failed attempts within this time are one entry with a count, in ms. */
const COUNTED_TOGETHER_MS = 10 * MINUTE_MS;
const WRITE_EVERY_MS = 500;
/** Entries per transaction: deliveries wait for a transaction, so it is kept short. */
const MAX_AT_ONCE = 20;
/** Open entries of each kind. More are counted together, without what distinguishes them. */
const MAX_OPEN = 100;
const DELETE_EVERY_MS = HOUR_MS;

/** An entry to which equal ones are still added. */
type Open = {
  row: ReturnType<typeof entryRow>;
  /** Null until it is stored. */
  id: number | null;
  isChanged: boolean;
};

/** Entries about reading and failed attempts (contract, Audit). They are written later, so that they delay nothing. */
export type AuditLog = {
  count: (entry: NewEntry) => void;
  /**
   * Erases the queries of entries, stored or not, that contain a text in any case. Record the erasure afterwards, in the
   * same transaction: other nodes look for it.
   */
  eraseQueries: (sql: Sql, text: string) => Promise<void>;
  /** Stores what waits, and stops. */
  close: () => Promise<void>;
};

type AuditLogDeps = {
  queue: Pick<BoardQueue, 'run'>;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
  /** The number of this node where several may write to the database; null: it is the only writer. */
  node: number | null;
};

export function createAuditLog({ queue, now, log, node }: AuditLogDeps): AuditLog {
  const open = new Map<string, Open>();
  const erasures = createErasures(node, now());
  let writing: Promise<void> = Promise.resolve();
  let deletedAt = Number.NEGATIVE_INFINITY;

  function count(entry: NewEntry): void {
    const at = now();
    const row = entryRow(entry, at);
    if (addTo(keyOf(row), at)) return;
    const ofKind = [...open.values()].filter((one) => one.row.kind === row.kind).length;
    // At most one such entry for each author and action, of which there are few: failed attempts have no author.
    const kept = ofKind < MAX_OPEN ? row : { ...row, query: null, subject: null, address: null, branch: null };
    if (kept === row || !addTo(keyOf(kept), at)) open.set(keyOf(kept), { row: kept, id: null, isChanged: true });
  }

  /** Counts once more in the open entry of this key; false if there is none. */
  function addTo(key: string, at: number): boolean {
    const known = open.get(key);
    if (!known || (known.id !== null && isOver(known, at))) return false;
    known.row.count += 1;
    known.row.lastAt = Math.max(known.row.lastAt, at);
    known.isChanged = true;
    return true;
  }

  async function writeSome(): Promise<void> {
    const at = now();
    for (const [key, one] of open) if (!one.isChanged && isOver(one, at)) open.delete(key);
    const some = [...open.values()].filter(({ isChanged }) => isChanged).slice(0, MAX_AT_ONCE);
    if (some.length === 0 && at - deletedAt < DELETE_EVERY_MS) return;
    const stored = await queue.run(async (sql) => {
      await erasures.lock(sql);
      // Only the other node knows which text it erased, so every query is dropped.
      if (await erasures.areNew(sql)) for (const { row } of open.values()) row.query = null;
      // Copied in the transaction: while it waited for its turn, a query may have been erased.
      const rows = some.map(({ row, id }) => ({ ...row, id }));
      for (const row of rows) row.id = await store(sql, row);
      return rows;
    });
    for (const [index, one] of some.entries()) {
      one.id = stored[index]?.id ?? null;
      erasures.stored(one.id ?? 0);
      // It may have been counted again while it was written.
      one.isChanged = one.row.count !== stored[index]?.count;
    }
    if (at - deletedAt < DELETE_EVERY_MS) return;
    const isDone = await queue.run((sql) => deleteOldEntries(sql, at));
    if (isDone) deletedAt = at;
  }

  let isFailing = false;
  const write = () => {
    writing = writing.then(writeSome).then(
      () => {
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ error: shortOf(error) }, 'the audit log cannot be written now');
        isFailing = true;
      },
    );
    return writing;
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS);
  timer.unref();

  return {
    count,
    async eraseQueries(sql, text) {
      await erasures.lock(sql);
      const erased = withoutCase(text);
      for (const { row } of open.values()) {
        const values = [...new URLSearchParams(row.query ?? '').values()];
        if (values.some((value) => withoutCase(value).includes(erased))) row.query = null;
      }
      await sql.$executeRawUnsafe(...eraseSearches(text));
    },
    async close() {
      clearInterval(timer);
      for (let left = open.size; left >= 0; left -= MAX_AT_ONCE) await write();
    },
  };
}

/** In both directions, because the clock may be set back. */
function isOver({ row }: Open, at: number): boolean {
  return Math.abs(at - row.at) >= COUNTED_TOGETHER_MS;
}

/** Entries with the same key are counted together. */
function keyOf({ action, by, via, address, subject, branch, query }: Open['row']): string {
  return JSON.stringify([action, by, via, address, subject, branch, query]);
}

/** Returns the id. After a restore, the entry of that id may be another one, or missing. */
async function store(sql: Sql, { id, ...row }: Open['row'] & { id: number | null }): Promise<number> {
  const { at, action, count, lastAt } = row;
  const same =
    id === null ? null : await sql.auditEntry.updateMany({ where: { id, at, action }, data: { count, lastAt } });
  if (id !== null && same?.count === 1) return id;
  return (await sql.auditEntry.create({ data: row })).id;
}

/** Deletes some entries that are too old or too many. Resolves to whether none is left. `now` is server time, epoch ms. */
async function deleteOldEntries({ auditEntry }: Sql, now: number): Promise<boolean> {
  let isDone = true;
  for (const kind of AUDIT_KINDS) {
    const newestFirst = { where: { kind }, orderBy: { id: 'desc' }, select: { id: true } } as const;
    const beyond = await auditEntry.findFirst({ ...newestFirst, skip: KEPT_OF_KIND });
    const old = await auditEntry.findMany({
      where: { kind, OR: [{ lastAt: { lt: now - KEPT_MS } }, { id: { lte: beyond?.id ?? 0 } }] },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
      select: { id: true },
    });
    await auditEntry.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
    if (old.length === AT_ONCE) isDone = false;
  }
  return isDone;
}

/** `node` is null where no other node stores anything. `startedAt` is server time, epoch ms. */
function createErasures(node: number | null, startedAt: number): Erasures {
  if (node === null) return OF_NOBODY;
  /** The id of the newest entry that is known here. */
  let newest = 0;
  return {
    async lock(sql) {
      await sql.$executeRawUnsafe(LOCK_QUERIES);
    },
    async areNew({ auditEntry }) {
      const where = { kind: 'change', action: 'guest-erased', id: { gt: newest }, at: { gte: startedAt } };
      const found = await auditEntry.findFirst({ where, orderBy: { id: 'desc' }, select: { id: true } });
      newest = found?.id ?? newest;
      return found !== null;
    },
    stored(id) {
      newest = Math.max(newest, id);
    },
  };
}
