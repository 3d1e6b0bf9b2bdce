import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { Command } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { exitOnSignal } from '../harness/command-line';
import { openRestaurants } from '../screenshots/moments';
import { projectRoot } from '../set-up/project-root.mjs';
import { npmCommand } from '../set-up/run.mjs';
import { openCourse } from '../wall-sizes/read-wall';
import { visitPages } from './visit-pages';

const START_TIMEOUT_MS = 60_000;

/** A browser that is older than those which Playwright launches. */
type OldBrowser = { browser: Browser; close: () => Promise<void> };

/** npm packages that contain a Chromium for Linux x64, by its version. The last part is the package's SHA-512. */
const PACKAGES = {
  89: [
    'chrome-aws-lambda@6.0.0',
    'XnFo6AaE5ZYpHYmOmMoj1yCYFeRTx6uFCpJnVuDREWzXevzZvo3gzkyQ6qSKsPW91VGWeQI7wQgnOpW50e+Dzg==',
  ],
  92: [
    '@sparticuz/chromium@92.0.0',
    'xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==',
  ],
  108: [
    '@sparticuz/chromium@108.0.3',
    'vMOWoGKb/zQZ83FoB8GUAx5LzofaeCp0qCSQDkuugx89/CFmgRlUBO3x1Kk/4jwVXeM055UaYvhboaohPpH9zA==',
  ],
} as const;
type Version = keyof typeof PACKAGES;
const VERSIONS: readonly Version[] = [89, 92, 108];

/** Kept between runs: the packages have 150 MB, the browsers half a gigabyte. */
const CACHE = path.join(projectRoot, 'build', 'old-browsers');
const PROGRAM = 'chromium';

const OPEN_COURSES = 16;

/** Uses every page in the oldest browsers for which the pages are written, and saves pictures. */
async function main(): Promise<void> {
  const command = new Command('old-browsers')
    .description('Uses every page in Chromium 89, 92 and 108, which come from the npm registry. On Linux x64 only.')
    .argument('[folder]', 'folder for the pictures', path.join(projectRoot, 'test-results', 'old-browsers'))
    .parse();
  exitOnSignal();
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return command.error('There are no such browsers for this system: run it on Linux x64.');
  const [folder = ''] = command.processedArgs;
  mkdirSync(folder, { recursive: true });
  const restaurants = await openRestaurants(null);
  const problems: string[] = [];
  for (const version of VERSIONS) {
    try {
      const { browser, close } = await launchOld(await unpackedBrowser(version));
      const postings = Array.from({ length: OPEN_COURSES }, (_, index) => openCourse(1, index, Date.now())).flat();
      const restaurant = await restaurants.addBranch(
        'Hot kitchen',
        postings.map(({ event, body }) => ({ dueMs: 0, path: `/webhooks/${event}`, body, kind: 'delivery' })),
      );
      const { link } = await restaurants.addOwner(`Anna ${version}`);
      const found = await visitPages({
        browser,
        url: restaurants.url,
        restaurant,
        owner: link,
        fileOf: filesOf(version),
      });
      problems.push(...found.map((problem) => `Chromium ${version}: ${problem}`));
      await close();
    } catch (error) {
      problems.push(`Chromium ${version}: ${errorMessage(error)}`);
    }
  }
  await restaurants.close();
  process.stderr.write(`Pictures: ${path.relative(process.cwd(), folder) || '.'}\n`);
  // First, because the total of the tests has the first line only.
  process.stdout.write(problems.length > 0 ? `${problems.join('\n')}\n` : 'Every page works.\n');
  process.exitCode = problems.length > 0 ? 1 : 0;

  function filesOf(version: number) {
    return (name: string) => {
      process.stderr.write(`Chromium ${version}: ${name}\n`);
      return path.join(folder, `${version}-${name}.png`);
    };
  }
}

await main();
process.exit();

/** The path of this Chromium. It is fetched from the npm registry, unless it is cached. @throws if it cannot be fetched */
async function unpackedBrowser(version: Version): Promise<string> {
  const folder = path.join(CACHE, String(version));
  if (existsSync(folder)) return path.join(folder, PROGRAM);
  await mkdir(CACHE, { recursive: true, mode: 0o700 });
  // Renamed when complete, so that an interrupted download is never used.
  const partial = await mkdtemp(path.join(CACHE, 'partial-'));
  try {
    await fetchInto(partial, version);
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return path.join(folder, PROGRAM);
}

async function fetchInto(folder: string, version: Version): Promise<void> {
  const [name, sum] = PACKAGES[version];
  const run = promisify(execFile);
  const npm = npmCommand();
  const pack = [...npm.args, 'pack', name, '--silent', '--pack-destination', folder];
  const { stdout } = await run(npm.command, pack).catch((error) => {
    throw new Error(`npm could not fetch ${name}, which contains Chromium ${version}: ${error.message}`);
  });
  const archive = path.join(folder, stdout.trim().split('\n').at(-1) ?? '');
  if (
    createHash('sha512')
      .update(await readFile(archive))
      .digest('base64') !== sum
  )
    throw new Error(`${name} is not the package that was checked in: its SHA-512 differs`);
  const packed = 'package/bin/chromium.br';
  await run('tar', ['-xzf', archive, '-C', folder, packed]);
  const program = await promisify(brotliDecompress)(await readFile(path.join(folder, packed)));
  await writeFile(path.join(folder, PROGRAM), program, { mode: 0o755 });
  await rm(path.join(folder, 'package'), { recursive: true });
  await rm(archive);
}

/** Starts this Chromium, which ends with this process, and connects to it. @throws if it does not start in a minute */
async function launchOld(program: string): Promise<OldBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'heatlamp-old-browser-'));
  const options = ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'];
  const child = spawn(program, [...options, '--remote-debugging-port=0', `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const end = () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', end);
  let printed = '';
  const endpoint = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`it ended, and printed: ${printed.trim()}`)));
    setTimeout(() => reject(new Error(`it did not start, and printed: ${printed.trim()}`)), START_TIMEOUT_MS).unref();
    child.stderr.on('data', (text: Buffer) => {
      printed += text.toString();
      const [, found] = /listening on (ws:\S+)/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(await endpoint, { timeout: START_TIMEOUT_MS });
  return {
    browser,
    async close() {
      process.removeListener('exit', end);
      await browser.close();
      child.kill('SIGKILL');
      await ended;
      end();
    },
  };
}
