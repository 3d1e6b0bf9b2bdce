import path from 'node:path';
import * as original from '../../../server/storage/sqlite-pragmas';

export * from '../../../server/storage/sqlite-pragmas';

export const setPragmas: typeof original.setPragmas = (database, readOnly) => {
  original.setPragmas(database, readOnly);
  if (path.basename(database.name) === 'intake.db') database.pragma('synchronous = OFF');
};
