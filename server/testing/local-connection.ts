import type { Connection } from '../intake/write-access';

/** Of a database in a file that nobody moves. */
export const LOCAL_CONNECTION: Connection = {
  isLocal: true,
  isCut: () => false,
  problem: () => null,
  recover: async () => {},
};
