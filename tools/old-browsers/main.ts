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
import { MANAGER_PAGES, pathOf } from '../screenshots/manager-pages';
import { openRestaurants, type Restaurant } from '../screenshots/moments';
import { projectRoot } from '../set-up/project-root.mjs';
import { npmCommand } from '../set-up/run.mjs';
import { openCourse, readWall } from '../wall-sizes/read-wall';

type Plan = {
  browser: Browser;
  /** Of the server. */
  url: string;
  /** A branch with open courses in every state. */
  restaurant: Restaurant;
  /** Link of a new owner, who sets a password with it. */
  owner: string;
  /** Returns the file for the picture of this name. */
  fileOf: (name: string) => string;
};

type Size = readonly [width: number, height: number];
type Step = { name: string; size: Size; run: () => Promise<void> };

const PASSWORD = 'twelve warm plates';
const WALL = { size: [1920, 1080], inches: 43, metres: 2 } as const;
/** No promise: on a busy machine an old browser is slow. */
const TIMEOUT_MS = 60_000;

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
        postings.map(({ event, body }) => ({ path: `/webhooks/${event}`, body })),
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

/**
 * Pairs a screen of every view in this browser, hides a card, claims a course, sets a password, and opens every page of
 * managers. Resolves to what went wrong: uncaught errors, pages that do not get live, text of the wall that overlaps,
 * and pages that are wider than their window.
 */
async function visitPages({ browser, url, restaurant, owner, fileOf }: Plan): Promise<string[]> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  let now = '';
  page.on('pageerror', (error) => problems.push(`${now}: ${errorMessage(error)}`));
  // Only the rig's own function reads it.
  await page.addInitScript('Element.prototype.checkVisibility ??= function () { return !!this.getClientRects()[0] }');

  const pairsAs = (view: string) => async () => {
    const { link } = await restaurant.addScreenToBranch(view, 'Sam');
    const start = performance.now();
    await page.goto(link);
    await page.waitForURL(`**/${view}`);
    await sees('main[data-level=live]');
    const seconds = (performance.now() - start) / 1000;
    process.stderr.write(`  paired and live after ${seconds.toFixed(1)} s\n`);
  };
  const steps: Step[] = [
    { name: 'home', size: [1280, 800], run: opens('/') },
    {
      name: 'pair',
      size: [1280, 800],
      run: async () => {
        await page.goto(`${url}/pair`);
        await sees('[role=img]', 'QR code');
      },
    },
    { name: 'kitchen', size: WALL.size, run: pairsAs('kitchen') },
    { name: 'kitchen-hidden', size: WALL.size, run: hidesCard },
    { name: 'kitchen-upright', size: [1080, 1920], run: opens('/kitchen?diagonal=43') },
    { name: 'kitchen-small', size: [1280, 720], run: opens('/kitchen?diagonal=15.6') },
    { name: 'ready', size: [800, 1280], run: pairsAs('ready') },
    { name: 'ready-claimed', size: [800, 1280], run: claims },
    { name: 'ready-phone', size: [390, 844], run: opens('/ready') },
    { name: 'pass', size: [1920, 1080], run: pairsAs('pass') },
    { name: 'tables', size: [1280, 800], run: pairsAs('tables') },
    { name: 'pickup', size: [1280, 800], run: pairsAs('pickup') },
    { name: 'login', size: [1280, 800], run: opens('/login') },
    { name: 'signed-in', size: [1280, 800], run: setsPassword },
    ...MANAGER_PAGES.map((name) => ({ name, size: [1280, 1000] as const, run: opens(pathOf(name)) })),
    { name: 'reports-phone', size: [390, 844], run: opens('/manager/reports') },
  ];
  for (const {
    name,
    size: [width, height],
    run,
  } of steps) {
    now = name;
    try {
      await page.setViewportSize({ width, height });
      await run();
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: fileOf(name) });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (tooWide > 0) problems.push(`${name}: ${tooWide} px wider than the window`);
    } catch (error) {
      problems.push(`${name}: ${errorMessage(error)}`);
    }
  }
  await context.close();
  return problems;

  function opens(path: string) {
    return async () => {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
      await sees('h1');
    };
  }

  async function hidesCard(): Promise<void> {
    const { faults } = await readWall(page, WALL.inches, WALL.metres);
    problems.push(...faults.map((fault) => `${now}: ${fault}`));
    await clicks('button', 'Hide ');
    await sees('button', '1 hidden');
  }

  async function claims(): Promise<void> {
    await clicks('[role=tab]', 'All');
    await clicks('button', 'I have it');
    await sees('button', 'At the table', 'Handed over');
  }

  async function setsPassword(): Promise<void> {
    await page.goto(`${url}/login${new URL(owner).hash}`);
    await sees('input[type=password]');
    await page.focus('input[type=password]');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/manager`);
    await sees('h1');
  }

  /** Waits for an element with a name that starts like this. Playwright's own locators need Chromium 105. */
  async function sees(selector: string, ...names: string[]) {
    return page.waitForFunction(
      ([selector, names]) =>
        [...document.querySelectorAll(selector)].find((each) => {
          const name = each.getAttribute('aria-label') ?? each.textContent ?? '';
          return (
            each.getClientRects().length > 0 && (names.length === 0 || names.some((start) => name.startsWith(start)))
          );
        }),
      [selector, names] as const,
    );
  }

  async function clicks(selector: string, name: string): Promise<void> {
    const found = await sees(selector, name);
    const [x, y] = await found.evaluate(async (element) => {
      if (!element) throw new Error('it is gone');
      element.scrollIntoView({ block: 'center' });
      // A row may slide to its place.
      for (let last = -1; last !== element.getBoundingClientRect().top; ) {
        last = element.getBoundingClientRect().top;
        await new Promise((later) => setTimeout(later, 100));
      }
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    });
    await page.mouse.click(x, y);
  }
}
