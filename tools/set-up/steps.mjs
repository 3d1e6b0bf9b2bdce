import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, hasUsableBrowser, installBrowser } from './browser.mjs';
import { entryPoints } from './bundle-options.mjs';
import { ALL_INSTALLED, dependencyFacts, installAll, installForStart, isInstalled } from './install.mjs';
import { packagesForStart } from './lock-for-start.mjs';
import { OLDEST_NODE } from './node-version.mjs';
import { installOwnNode, linkOwnNode, OWN_NODE, runsOnOwnNode } from './own-node.mjs';
import { projectRoot } from './project-root.mjs';
import { run } from './run.mjs';

const ENGLISH = path.join(projectRoot, 'messages', 'en');
const TYPES = path.join(projectRoot, 'messages', 'types.d.ts');

/**
 * A step of the set-up of a checkout. Paths are relative to the project.
 *
 * @typedef {object} Step
 * @property {string} doing  start of the printed line
 * @property {string[]} inputs  files and folders; a change makes the step run again
 * @property {() => string} [facts]  what the step depends on besides, such as the platform; a change makes it run again
 * @property {string[]} outputs  files; if one is missing, the step runs again
 * @property {string} stamp  file with a fingerprint of the inputs with which the step last succeeded
 * @property {() => Promise<boolean>} [isDone]  whether there is nothing to do although the stamp is missing or old
 * @property {() => Promise<void>} run  throws CommandFailed if the step fails
 * @property {string} remedy  what the user can do when it fails
 */
const next = 'node_modules/next/dist/bin/next';
// The import rules allow pages to import only these folders of the server.
const PAGES_READ = ['deliveries', 'history', 'http', 'pages', 'reports', 'session', 'sql'].map((it) => `server/${it}`);

/** What both steps that install packages have in common. */
const INSTALL = {
  inputs: ['package-lock.json', '.npmrc'],
  facts: dependencyFacts,
  outputs: [
    'node_modules/better-sqlite3/package.json',
    'node_modules/.package-lock.json',
    ...(runsOnOwnNode() ? ['node_modules/.bin/node'] : []),
  ],
  remedy: 'Check the network and the permissions of this folder.',
};

/** Whether the packages (of the part of the lock that `select` returns) are installed; then links the own Node. */
async function isDone(/** @type {Parameters<typeof isInstalled>} */ ...select) {
  if (!(await isInstalled(...select))) return false;
  linkOwnNode();
  return true;
}

/** All steps, in the order in which they must run: `npm ci` removes node_modules, with the stamps in it. */
export const steps = /** @satisfies {Record<string, Step>} */ ({
  node: {
    doing: 'Installing a newer Node',
    inputs: ['tools/set-up/node'],
    facts: () => `${process.platform} ${process.arch}`,
    outputs: [OWN_NODE],
    stamp: 'build/stamps/node',
    run: installOwnNode,
    remedy: `Check the network, or install Node ${OLDEST_NODE} or newer yourself.`,
  },
  packages: {
    doing: 'Installing packages',
    ...INSTALL,
    stamp: 'node_modules/.heatlamp-packages',
    isDone: () => isDone(packagesForStart),
    run: installForStart,
  },
  install: {
    doing: 'Installing packages, with those for development',
    ...INSTALL,
    stamp: ALL_INSTALLED,
    isDone: () => isDone(),
    run: installAll,
  },
  generate: {
    doing: 'Generating the database clients',
    inputs: [
      'prisma/models.prisma',
      'prisma/nodes.prisma',
      'prisma/sqlite',
      'prisma/postgresql',
      'package-lock.json',
      'tools/set-up/generate.mjs',
      'tools/set-up/schemas.mjs',
    ],
    outputs: ['prisma/generated/sqlite/client.ts', 'prisma/generated/postgresql/client.ts'],
    stamp: 'build/stamps/generate',
    run: () => run(process.execPath, ['tools/set-up/generate.mjs']),
    remedy: 'Check prisma/models.prisma and prisma/nodes.prisma.',
  },
  types: {
    doing: 'Generating the types of the pages and messages',
    inputs: ['app', 'messages/en', 'next.config.js', 'package-lock.json', 'tools/set-up/steps.mjs'],
    outputs: ['next-env.d.ts', '.next/types/routes.d.ts', 'messages/types.d.ts'],
    stamp: 'build/stamps/types',
    async run() {
      writeMessageTypes();
      await run(process.execPath, [next, 'typegen']);
    },
    remedy: 'Check the pages in app, and messages/en.',
  },
  pages: {
    doing: 'Building the pages',
    inputs: [
      'app',
      'components',
      'contract',
      'domain',
      'lib',
      'messages/de',
      'messages/en',
      'messages/fr',
      'messages/messages-in.ts',
      'messages/nl',
      'public',
      ...PAGES_READ,
      'prisma/models.prisma',
      'prisma/nodes.prisma',
      'instrumentation-client.ts',
      'next.config.js',
      'package.json', // the browsers that the bundler writes for
      'tools/set-up/compile-messages.cjs',
      'tools/set-up/websocket-only.cjs',
      'postcss.config.mjs',
      'tsconfig.json',
      'package-lock.json',
    ],
    outputs: ['.next/BUILD_ID'],
    stamp: 'build/stamps/pages',
    async run() {
      // Types of `npm run dev` may belong to removed pages, which would break the build.
      rmSync(path.join(projectRoot, '.next', 'dev', 'types'), { recursive: true, force: true });
      await run(process.execPath, [next, 'build'], { NODE_ENV: 'production' });
    },
    remedy: 'See the first error above.',
  },
  server: {
    doing: 'Building the server',
    inputs: [
      'server',
      'contract',
      'domain',
      'lib',
      'prisma/models.prisma',
      'prisma/nodes.prisma',
      'tsconfig.json',
      'package-lock.json',
      'tools/set-up/bundle.mjs',
      'tools/set-up/bundle-options.mjs',
    ],
    outputs: [
      ...entryPoints.map(({ out }) => `build/${out}.mjs`),
      ...['sqlite', 'postgresql'].map((database) => `build/query_compiler_fast_bg.${database}.wasm`),
    ],
    stamp: 'build/stamps/server',
    run: () => run(process.execPath, ['tools/set-up/bundle.mjs']),
    remedy: 'See the first error above.',
  },
  browser: {
    doing: 'Installing a Chromium for the tests',
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

/** The steps that `npm start` needs. */
export const START_STEPS = /** @type {const} */ (['packages', 'generate', 'pages', 'server']);

/**
 * Writes the types of the English messages, with which `t('…')` checks keys and arguments. TypeScript types the values
 * of an imported JSON file only as `string`.
 */
function writeMessageTypes() {
  const areas = readdirSync(ENGLISH).map((file) => ({
    name: path.basename(file, '.json'),
    messages: readFileSync(path.join(ENGLISH, file), 'utf8').trim(),
  }));
  const members = areas.map(({ name, messages }) => `'${name}': ${messages};`);
  const declarations = [
    `export type Areas = {\n${members.join('\n')}\n};`,
    `export type Messages = ${areas.map(({ name }) => `Areas['${name}']`).join(' & ')};`,
  ];
  writeFileSync(TYPES, `${declarations.join('\n')}\n`);
  // An incremental tsc would skip the files that use a changed message.
  rmSync(path.join(projectRoot, 'tsconfig.tsbuildinfo'), { force: true });
}
