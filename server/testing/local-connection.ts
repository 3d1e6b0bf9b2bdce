import type { Connection } from '../intake/database-outage';

/** The connection of a database whose file is never moved. */
export const LOCAL_CONNECTION: Connection = {
  isLocal: true,
  isCut: () => false,
  problem: () => null,
  recover: async () => {},
};
