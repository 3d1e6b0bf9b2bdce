import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';
import { type ImportGraph, importRules, readImportGraph, violations } from './imports';

test("the project's imports follow the rules", async () => {
  const graph = await readImportGraph(projectRoot);

  for (const folder of ['domain/', 'server/', 'tools/']) {
    expect(graph.sources.filter((source) => source.startsWith(folder))).not.toEqual([]);
  }
  expect(Object.values(graph.inputs).flatMap(({ imports }) => imports)).not.toEqual([]);
  expect(violations(graph, importRules), 'CONTRIBUTING.md, “Where code goes”: what a folder may import').toEqual([]);
});

/** A project in which nearly every import is a violation. */
const project: Record<string, string[]> = {
  'domain/ticket.ts': ['./fold', 'zod', 'node:fs'],
  'domain/fold.ts': ['../server/board/queue'],
  'server/board/queue.ts': ['../../components/card', '../../domain/limits'],
  'server/config.ts': ['./board/queue'],
  'server/storage/file.ts': [],
  'server/history/visits.ts': ['../config', '../../domain/limits', '../storage/file'],
  'server/reports/days.ts': ['../history/visits'],
  'server/pages/screens.ts': ['../../domain/limits'],
  'components/card.tsx': ['./live/store', 'socket.io-client'],
  'components/live/store.ts': ['socket.io-client', '../../domain/clock'],
  'components/clock.ts': ['../domain/clock'],
  'domain/clock.ts': ['node:perf_hooks'],
  'domain/limits.ts': [],
  'messages/messages-in.ts': ['./en/card.json', '../domain/limits'],
  'messages/en/card.json': [],
  'app/page.tsx': ['../server/history/visits', '../server/config', '../components/card'],
  'app/good.tsx': ['../server/pages/screens'],
  'tools/bench/rush.ts': ['../../server/create-server', '../../server/storage/file', '../../components/clock'],
  'server/create-server.ts': ['./storage/file'],
  'e2e/kitchen.ts': ['../server/board/queue', '../app/good'],
  'server/board/queue.test.ts': ['../../tools/bench/rush'],
};

let folder: string;
let graph: ImportGraph;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-imports-'));
  for (const [file, imports] of Object.entries(project)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    const source = imports.map((module) => `import '${module}';\n`).join('');
    writeFileSync(path.join(folder, file), file.endsWith('.json') ? '{}' : source);
  }
  graph = await readImportGraph(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

const violationsFrom = (file: string) =>
  violations(graph, importRules).filter((chain) => chain.startsWith(`${file} ->`));

test('a package, a node module and a chain are violations in domain', () => {
  expect(violationsFrom('domain/ticket.ts')).toEqual([
    'domain/ticket.ts -> zod',
    'domain/ticket.ts -> node:fs',
    'domain/ticket.ts -> domain/fold.ts -> server/board/queue.ts',
  ]);
});

test('messages import only their texts', () => {
  expect(violationsFrom('messages/messages-in.ts')).toEqual(['messages/messages-in.ts -> domain/limits.ts']);
});

test('server must not import components', () => {
  expect(violationsFrom('server/board/queue.ts')).toEqual(['server/board/queue.ts -> components/card.tsx']);
});

test('server/history and server/reports must not reach the rest of the server, not even through each other', () => {
  expect(violationsFrom('server/history/visits.ts')).toEqual([
    'server/history/visits.ts -> server/config.ts',
    'server/history/visits.ts -> server/storage/file.ts',
  ]);
  expect(violationsFrom('server/reports/days.ts')).toEqual([
    'server/reports/days.ts -> server/history/visits.ts -> server/config.ts',
    'server/reports/days.ts -> server/history/visits.ts -> server/storage/file.ts',
  ]);
});

test('only components/live may import socket.io-client, and no component may reach a node module', () => {
  expect(violationsFrom('components/card.tsx')).toEqual([
    'components/card.tsx -> components/live/store.ts -> domain/clock.ts -> node:perf_hooks',
    'components/card.tsx -> socket.io-client',
  ]);
  expect(violationsFrom('components/clock.ts')).toEqual(['components/clock.ts -> domain/clock.ts -> node:perf_hooks']);
});

test('a page must not reach config or storage', () => {
  expect(violationsFrom('app/page.tsx')).toContain('app/page.tsx -> server/config.ts');
  expect(violationsFrom('app/page.tsx')).toContain(
    'app/page.tsx -> server/history/visits.ts -> server/storage/file.ts',
  );
  expect(violationsFrom('app/good.tsx')).toEqual([]);
});

test('tools import only the public modules of the server', () => {
  expect(violationsFrom('tools/bench/rush.ts')).toEqual([
    'tools/bench/rush.ts -> server/storage/file.ts',
    'tools/bench/rush.ts -> components/clock.ts',
  ]);
  expect(violationsFrom('e2e/kitchen.ts')).toEqual(['e2e/kitchen.ts -> app/good.tsx']);
});
