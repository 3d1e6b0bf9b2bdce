import type { DatabaseFile } from '../storage/database-file';
import type { Connection } from './write-access';

/** The connection to a SQLite database in this folder. */
export function localConnection({ problem }: DatabaseFile): Connection {
  return { isLocal: true, isCut: () => problem() !== null, problem, recover: async () => {} };
}
