import { rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, hasUsableBrowser, installBrowser } from './browser.mjs';
import { arePackagesThere, dependencyFacts, isInstalled, tryNativePart } from './installed.mjs';
import { writeMessageTypes } from './message-types.mjs';
import { hasRightDriver, needsNewerDriver, putNewerDriver } from './newer-driver.mjs';
import { projectRoot } from './project-root.mjs';
import { npmCommand, run } from './run.mjs';

/**
 * @typedef {object} Step
 * @property {string} doing   what it does, as the start of its line
 * @property {string[]} inputs  files whose content decides whether it must run again
 * @property {() => string} [facts]  further inputs besides files
 * @property {string[]} outputs  files without which it must run again
 * @property {string} stamp
 * @property {() => Promise<boolean>} [isDone]  true if it need not run although there is no stamp
 * @property {() => Promise<void>} run
 * @property {string} remedy  what to do when it fails
 */

const next = 'node_modules/next/dist/bin/next';
// The import rules hold pages to these folders of the server.
const PAGES_READ = ['deliveries', 'history', 'http', 'pages', 'reports', 'session', 'sql'].map((it) => `server/${it}`);

/** In the order in which they must run; `npm ci` removes everything in node_modules, its own stamp included. */
export const steps = /** @satisfies {Record<string, Step>} */ ({
  install: {
    doing: 'Installing packages',
    inputs: ['package-lock.json', '.npmrc'],
    facts: dependencyFacts,
    outputs: ['node_modules/better-sqlite3/package.json', 'node_modules/.package-lock.json'],
    stamp: 'node_modules/.heatlamp-installed',
    isDone: isInstalled,
    async run() {
      // After `npm ci` or `npm install` by hand only the driver differs.
      if (needsNewerDriver(process.versions.node) && arePackagesThere() && !hasRightDriver()) {
        await putNewerDriver();
        return tryNativePart();
      }
      const npm = npmCommand();
      // Building needs the development packages even if NODE_ENV is production. Prisma's packages download an
      // engine that Heatlamp never uses, unless they are given a path.
      const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
      // The compiled package is replaced, and no other needs its scripts, so that no compiler is needed.
      if (needsNewerDriver(process.versions.node)) options.push('--ignore-scripts');
      await run(npm.command, [...npm.args, 'ci', ...options], { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath });
      await putNewerDriver();
      await tryNativePart();
    },
    remedy:
      'Check that the network and this folder can be used, and that npm may run install scripts (better-sqlite3 has a compiled part).',
  },
  generate: {
    doing: 'Generating the database clients',
    inputs: [
      'prisma/models.prisma',
      'prisma/sqlite',
      'prisma/postgresql',
      'package-lock.json',
      'tools/set-up/generate.mjs',
      'tools/set-up/schemas.mjs',
    ],
    outputs: ['prisma/generated/sqlite/client.ts', 'prisma/generated/postgresql/client.ts'],
    stamp: 'build/stamps/generate',
    run: () => run(process.execPath, ['tools/set-up/generate.mjs']),
    remedy: 'Look at prisma/models.prisma.',
  },
  types: {
    doing: 'Generating the types of the pages and messages',
    inputs: ['app', 'messages/en', 'next.config.js', 'package-lock.json', 'tools/set-up/message-types.mjs'],
    outputs: ['next-env.d.ts', '.next/types/routes.d.ts', 'messages/types.d.ts'],
    stamp: 'build/stamps/types',
    async run() {
      writeMessageTypes();
      await run(process.execPath, [next, 'typegen']);
    },
    remedy: 'Look at the pages under app and at messages/en.',
  },
  pages: {
    doing: 'Building the pages',
    inputs: [
      'app',
      'components',
      'contract',
      'domain',
      'lib',
      'messages/en',
      'messages/nl',
      'public',
      ...PAGES_READ,
      'prisma/models.prisma',
      'next.config.js',
      'tools/set-up/websocket-only.cjs',
      'postcss.config.mjs',
      'tsconfig.json',
      'package-lock.json',
    ],
    outputs: ['.next/BUILD_ID'],
    stamp: 'build/stamps/pages',
    async run() {
      // Types left by `npm run dev` may belong to removed pages, and would break the build.
      rmSync(path.join(projectRoot, '.next', 'dev', 'types'), { recursive: true, force: true });
      await run(process.execPath, [next, 'build'], { NODE_ENV: 'production' });
    },
    remedy: 'Look at the first error above.',
  },
  server: {
    doing: 'Building the server',
    inputs: [
      'server',
      'contract',
      'domain',
      'lib',
      'prisma/models.prisma',
      'tsconfig.json',
      'package-lock.json',
      'tools/set-up/bundle.mjs',
      'tools/set-up/bundle-options.mjs',
    ],
    outputs: ['build/main.mjs', 'build/worker.mjs', 'build/copy-worker.mjs', 'build/heatlamp.mjs'],
    stamp: 'build/stamps/server',
    run: () => run(process.execPath, ['tools/set-up/bundle.mjs']),
    remedy: 'Look at the first error above.',
  },
  browser: {
    doing: 'Getting a Chromium for the tests',
    inputs: ['tools/set-up/browser.mjs'],
    facts: () => findBrowser() ?? 'none',
    outputs: [],
    stamp: 'build/stamps/browser',
    isDone: hasUsableBrowser,
    run: installBrowser,
    remedy:
      'Install one: `npx playwright install --with-deps chromium`, or on Debian `apt-get install chromium-headless-shell fonts-noto-cjk fonts-noto-color-emoji`.',
  },
});

/** What `npm start` needs. */
export const START_STEPS = /** @type {const} */ (['install', 'generate', 'pages', 'server']);
