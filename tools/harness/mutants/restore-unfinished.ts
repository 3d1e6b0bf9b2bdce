import type * as original from '../../../server/storage/replace-file';

export * from '../../../server/storage/replace-file';

export const finishInterruptedRestore: typeof original.finishInterruptedRestore = async () => null;
