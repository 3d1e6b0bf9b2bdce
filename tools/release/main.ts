import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command, Option } from 'commander';
import { projectRoot } from '../set-up/project-root.mjs';
import { run } from '../set-up/run.mjs';
import { buildPages, bundleServer, layOut, PLATFORMS, type Platform, versionOf } from './lay-out';

/** So that the same content gives the same archive: names in order, owned by root, readable by everyone, of one time. */
const REPRODUCIBLE = [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
  '--mtime=2026-01-01T00:00:00Z',
];

/** Makes the archives of a release: for each platform one with Node, and one without. */
async function main(): Promise<void> {
  const { platform, out } = new Command('release')
    .description('Makes the archives of a release, with their check-sums. Takes two minutes.')
    .addOption(new Option('--platform <name...>', 'only these').choices(PLATFORMS).default([...PLATFORMS]))
    .option('--out <folder>', 'where to put them', 'release')
    .parse()
    .opts<{ platform: Platform[]; out: string }>();
  const folder = path.resolve(out);
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(path.join(tmpdir(), 'heatlamp-release-'));
  try {
    step('Building the pages');
    await buildPages();
    step('Bundling the server');
    const bundled = await bundleServer(path.join(work, 'build'));
    const files: string[] = [];
    for (const name of platform)
      for (const withNode of [false, true]) {
        const title = `heatlamp-${versionOf(projectRoot)}-${name}${withNode ? '-with-node' : ''}`;
        step(`Packing ${title}`);
        const content = path.join(work, title);
        await layOut(content, { platform: name, withNode, bundled });
        files.push(await archive(content, folder));
        rmSync(content, { recursive: true });
      }
    for (const line of writeChecksums(folder, files)) process.stdout.write(`${line}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function step(text: string): void {
  process.stderr.write(`${text} …\n`);
}

await main();

/** Packs a folder. Returns the archive, which has the name of the folder. */
async function archive(content: string, out: string): Promise<string> {
  const file = path.join(out, `${path.basename(content)}.tar.gz`);
  const options = [...REPRODUCIBLE, '--use-compress-program=gzip -9n', `--directory=${path.dirname(content)}`];
  await run('tar', [...options, '--create', `--file=${file}`, path.basename(content)]);
  return file;
}

/** Writes SHA256SUMS, which `sha256sum --check` reads. Returns its lines. */
function writeChecksums(folder: string, files: readonly string[]): string[] {
  const lines = files.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.basename(file)}`,
  );
  writeFileSync(path.join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return lines;
}
