import { errorMessage } from '../../lib/error-message';
import { DELETE_ENTRIES } from '../sql/inbox-table-statements';
import type { InboxTable } from '../storage/inbox-table';
import type { Translate } from './delivery';
import type { Inbox } from './inbox';
import { TableBacklog } from './table-backlog';

/** How long a start waits for its first connection to the table, in ms: nobody waits for an answer yet. */
const START_MS = 10_000;

/**
 * The inbox of a server on PostgreSQL: a table there, whose commit is the acknowledgement. While PostgreSQL cannot be
 * reached, deliveries are appended to `local`, and projected from it later.
 */
export async function openTableInbox(table: InboxTable, local: Inbox, translate: Translate): Promise<Inbox> {
  // What other nodes have not projected at this moment is projected at the start: nobody else may be there to do it.
  await patiently(() => table.adopt(null));
  const backlog = new TableBacklog(table, translate);
  await backlog.measure();
  /** The last access to the table failed: until `recover` it is unknown what is in it. */
  let isCut = false;
  /** Changes of the table that are not counted yet. */
  const changing = new Set<Promise<unknown>>();
  /** Which of the two the last `next` read. */
  let source: 'table' | 'local' = 'local';

  function changed<Result>(change: Promise<Result>): Promise<Result> {
    changing.add(change);
    return change.finally(() => changing.delete(change));
  }

  return {
    count: () => backlog.count + local.count(),
    bytes: () => backlog.bytes + local.bytes(),
    added: () => backlog.added + local.added(),
    removed: () => backlog.removed + local.removed(),
    rejected: () => backlog.rejected + local.rejected(),
    async append(entries) {
      if (!isCut)
        try {
          return await changed(backlog.append(entries));
        } catch {
          isCut = true;
        }
      return local.append(entries);
    },
    async next(most, mostBytes) {
      source = local.count() > 0 ? 'local' : 'table';
      return source === 'local' ? local.next(most, mostBytes) : backlog.next(most, mostBytes);
    },
    noteStored: () => {},
    removal: (deliveries) => [{ statement: DELETE_ENTRIES, rows: deliveries.map(({ id }) => [id]) }],
    remove: (deliveries, rejectedIds) => (source === 'local' ? local : backlog).remove(deliveries, rejectedIds),
    adopt: async () => (isCut ? 0 : changed(backlog.adoptLate())),
    isCut: () => isCut,
    async recover() {
      // A row that is added while the table is measured would count twice, or never.
      isCut = true;
      await Promise.allSettled(changing);
      await backlog.measure();
      isCut = false;
    },
    probe: local.probe,
    sweep: local.sweep,
    async scrub(before) {
      await backlog.deleteRejected(before);
      await local.scrub(before);
    },
    async close() {
      await local.close();
      await table.close();
    },
  };
}

/** Tries again after a time limit, which is that of deliveries. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;)
    try {
      return void (await work());
    } catch (error) {
      if (performance.now() > deadline || !errorMessage(error).includes('timeout')) throw error;
    }
}
