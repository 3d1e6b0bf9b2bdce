import * as original from '../../../server/reader/replica';
import { LISTENED_UNTIL } from '../../../server/sql/node-statements';

export * from '../../../server/reader/replica';

export const createReplicaReader: typeof original.createReplicaReader = (replica, primary) =>
  original.createReplicaReader(replica, {
    $queryRawUnsafe: (statement, ...values) =>
      (statement === LISTENED_UNTIL ? replica : primary).$queryRawUnsafe(statement, ...values),
  });
