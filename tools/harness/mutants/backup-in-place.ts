import * as original from '../../../server/backup/backup-file';

export * from '../../../server/backup/backup-file';

export const backUp: typeof original.backUp = async (copies, databaseFile, file, onProgress) => {
  await original.createPrivateFile(file);
  const contents = await copies.run({ name: 'backup', from: databaseFile, to: file }, onProgress);
  return { file, ...contents };
};
