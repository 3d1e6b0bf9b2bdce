import { EMPTY_LOG } from '../sql/health-statements';
import type { Int } from '../sql/int';
import type { Database } from '../storage/database';
import type { DatabaseFiles } from '../storage/database-files';
import type { Connection } from './write-access';

/** The connection to a SQLite database in this folder. `reader` is the other one of this process, which can be closed. */
export function localConnection(
  database: Database,
  files: DatabaseFiles,
  reader: { pause: () => Promise<() => void> },
): Connection {
  /** Closes the database, whose commits are moved into its file before, and opens it with a new log. */
  async function reopen(): Promise<void> {
    const resume = await reader.pause();
    try {
      const [outcome] = await database.$queryRawUnsafe<{ busy: Int }[]>(EMPTY_LOG);
      if (Number(outcome?.busy) !== 0) throw new Error('another program is using the database');
      await database.$disconnect();
      await database.$connect();
      files.remember();
    } finally {
      resume();
    }
  }

  return {
    isLocal: true,
    isCut: () => files.problem() !== null || files.areOthersGone(),
    problem: files.problem,
    async recover() {
      if (files.areOthersGone()) await reopen();
    },
  };
}
