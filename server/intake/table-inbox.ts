import { DELETE_ENTRIES } from '../sql/inbox-table-statements';
import type { InboxTable } from '../storage/inbox-table';
import type { Translate } from './delivery';
import type { Inbox } from './inbox';
import { TableBacklog } from './table-backlog';

/**
 * The inbox of a server on PostgreSQL: a table there, whose commit is the acknowledgement. While PostgreSQL cannot be
 * reached, deliveries are appended to `local`, and projected from it later.
 */
export async function openTableInbox(table: InboxTable, local: Inbox, translate: Translate): Promise<Inbox> {
  // What other nodes have not projected at this moment is projected at the start: nobody else may be there to do it.
  await table.adopt(null);
  const backlog = new TableBacklog(table, translate);
  await backlog.measure();
  /** The last access to the table failed: until `recover` it is unknown what is in it. */
  let isCut = false;
  /** The last append to the table. */
  let appending: Promise<void> = Promise.resolve();
  /** Which of the two the last `next` read. */
  let source: 'table' | 'local' = 'local';

  return {
    count: () => backlog.count + local.count(),
    bytes: () => backlog.bytes + local.bytes(),
    added: () => backlog.added + local.added(),
    removed: () => backlog.removed + local.removed(),
    rejected: () => backlog.rejected + local.rejected(),
    async append(entries) {
      if (!isCut)
        try {
          appending = backlog.append(entries);
          return await appending;
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
    adopt: async () => (isCut ? 0 : backlog.adoptLate()),
    isCut: () => isCut,
    async recover() {
      // What is added meanwhile goes to `local`: in the table it would or would not be counted.
      isCut = true;
      await appending.catch(() => {});
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
