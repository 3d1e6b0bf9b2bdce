import { statSync } from 'node:fs';
import { type Committed, claimFor, connect, inTransaction, type StoredInboxRow } from './inbox-connection';

/** Opens the file of the inbox, or creates it. The connection can create it again if it is deleted. @throws Error */
export function connectWithRecreation(file: string) {
  let open = connect(file);
  let isClaimed = false;
  /** The entries of a deleted file that are not in a new one yet. */
  let unsaved: (StoredInboxRow & { isRejected: number })[] | null = null;

  return {
    current: () => open,
    /** Keeps the file for this process, also a new one. @throws LockedElsewhere if another process uses it */
    claim(): void {
      isClaimed = true;
      claimFor(open);
    },
    /**
     * A deleted file takes everything with it when the process ends: writes `committed` and the entries from `first` on
     * to a new one. @throws Error
     */
    recreateIfDeleted(first: number, committed: Committed | null): void {
      if (unsaved === null && isSameFile(open.inode, file)) return;
      unsaved ??= open.all.all(first);
      // Closed first, because closing deletes the log by its name.
      open.database.close();
      open = connect(file);
      if (isClaimed) claimFor(open);
      const rows = unsaved;
      inTransaction(open, () => {
        if (committed) open.setCommitted.run(committed.id, committed.receivedAt);
        for (const { seq, id, envelope, body, isRejected } of rows) open.save.run(seq, id, envelope, body, isRejected);
      });
      unsaved = null;
    },
  };
}

function isSameFile(inode: number, file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino === inode;
  } catch {
    // The folder is out of reach, for example because its permissions were changed. The open file can still be written.
    return true;
  }
}
