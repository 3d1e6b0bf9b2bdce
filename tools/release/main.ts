import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command, Option } from 'commander';
import { projectRoot } from '../set-up/project-root.mjs';
import { archive, writeChecksums } from './archive';
import { buildPages, bundleServer } from './build';
import { layOut, PLATFORMS, type Platform } from './lay-out';
import { versionOf } from './packages';

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
