import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';

type Rule =
  | 'noRestrictedImports'
  | 'noRestrictedGlobals'
  | 'noExplicitAny'
  | 'noFocusedTests'
  | 'noSkippedTests'
  | 'plugin';
type Case = { file: string; source: string; rule: Rule; refused: boolean };

const imports = (folder: string, module: string, refused: boolean, ending = '.ts'): Case => ({
  file: `${folder}/imports-${module.replaceAll(/\W/g, '_')}${ending}`,
  source: `import { thing } from '${module}';\nexport const used = thing;\n`,
  rule: 'noRestrictedImports',
  refused,
});

const calls = (call: string, rule: Rule, refused: boolean): Case => ({
  file: `domain/calls-${call.replaceAll(/\W/g, '_')}.ts`,
  source: `export const found = ${call};\n`,
  rule,
  refused,
});

const cases: Case[] = [
  ...['zod', 'node:fs', '../server/board/queue', '../prisma/generated/sqlite/client'].map((to) =>
    imports('domain', to, true),
  ),
  ...['./facts', '../contract/live', '../lib/group'].map((to) => imports('domain', to, false)),
  ...['../domain/ticket', 'zod'].map((to) => imports('lib', to, true)),
  imports('contract', '../domain/ticket', true),
  imports('contract', 'zod', false),
  imports('lib', './percentile', false),
  imports('domain', 'zod', false, '.test.ts'),
  ...['../../components/card', '../../app/kitchen/page', '../../tools/bench/rush'].map((to) =>
    imports('server/board', to, true),
  ),
  ...['../../domain/ticket', 'zod', 'node:fs', './queue'].map((to) => imports('server/board', to, false)),
  ...['../board/queue', '../storage/database', '../../components/card'].flatMap((to) => [
    imports('server/history', to, true),
    imports('server/reports', to, true),
  ]),
  ...[
    './page',
    '../reports/columns',
    '../sql/history-statements',
    '../../domain/ticket',
    '../../prisma/generated/sqlite/client',
  ].map((to) => imports('server/history', to, false)),
  ...['../../server/history/visits', 'socket.io-client', 'next/link', '@prisma/client', 'node:fs'].map((to) =>
    imports('components/kitchen', to, true, '.tsx'),
  ),
  ...['../../domain/ticket', 'react', '../live/store'].map((to) => imports('components/kitchen', to, false, '.tsx')),
  imports('components/live', '../../server/live/rooms', true),
  imports('components/live', 'socket.io-client', false),
  ...['../../server/board/queue', '../../server/config', '../../prisma/generated/sqlite/client'].map((to) =>
    imports('app/kitchen', to, true, '.tsx'),
  ),
  ...['../../server/history/visits', '../../components/card', '../../domain/ticket'].map((to) =>
    imports('app/kitchen', to, false, '.tsx'),
  ),
  ...['../../server/http/reply', '../../components/card', '../../app/page'].map((to) =>
    imports('tools/bench', to, true),
  ),
  ...[
    '../../server/create-server',
    '../../server/config',
    '../../server/webhooks/sign',
    '../../server/reports/groups',
    'ws',
  ].map((to) => imports('tools/bench', to, false)),
  imports('e2e', '../server/live/rooms', true),
  imports('e2e', '../server/intake/write-queue', false),
  ...['Date.now()', 'new Date()', 'Date()', 'Math.random()'].map((call) => calls(call, 'plugin', true)),
  ...['performance.now()', 'crypto.randomUUID()'].map((call) => calls(call, 'noRestrictedGlobals', true)),
  calls('new Date(0)', 'plugin', false),
  { file: 'server/any.ts', source: 'export const held: any = 1;\n', rule: 'noExplicitAny', refused: true },
  { file: 'server/only.test.ts', source: "test.only('x', () => {});\n", rule: 'noFocusedTests', refused: true },
  { file: 'server/skip.test.ts', source: "test.skip('x', () => {});\n", rule: 'noSkippedTests', refused: true },
];

type Diagnostic = { category: string; severity: string; location: { path: string } };
let folder: string;
let diagnostics: Diagnostic[];

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-lint-'));
  for (const file of ['biome.jsonc', 'tools/checks/no-clock.grit']) {
    cpSync(path.join(projectRoot, file), path.join(folder, file));
  }
  for (const { file, source } of cases) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), source);
  }
  const biome = path.join(projectRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none'];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8' });
  diagnostics = JSON.parse(stdout).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(cases)('$file: refused as $rule is $refused', ({ file, rule, refused }) => {
  const found = diagnostics.filter(
    ({ category, severity, location }) =>
      location.path === file && severity === 'error' && category.split('/').at(-1) === rule,
  );
  expect(found.length > 0).toBe(refused);
});
