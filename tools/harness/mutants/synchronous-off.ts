import * as original from '../../../server/storage/sqlite-pragmas';

export * from '../../../server/storage/sqlite-pragmas';

export const setPragmas: typeof original.setPragmas = (database, readOnly) => {
  original.setPragmas(database, readOnly);
  database.pragma('synchronous = OFF');
};
