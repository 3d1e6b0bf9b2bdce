import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../set-up/run.mjs';

/** So that the same content gives the same archive: names in order, owned by root, readable by everyone, of one time. */
const REPRODUCIBLE = [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
  '--mtime=2026-01-01T00:00:00Z',
];

/** Packs a folder. Returns the archive, which has the name of the folder. */
export async function archive(content: string, out: string): Promise<string> {
  const file = path.join(out, `${path.basename(content)}.tar.gz`);
  const options = [...REPRODUCIBLE, '--use-compress-program=gzip -9n', `--directory=${path.dirname(content)}`];
  await run('tar', [...options, '--create', `--file=${file}`, path.basename(content)]);
  return file;
}

/** Writes SHA256SUMS, which `sha256sum --check` reads. Returns its lines. */
export function writeChecksums(folder: string, files: readonly string[]): string[] {
  const lines = files.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.basename(file)}`,
  );
  writeFileSync(path.join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return lines;
}
