import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';
import { cycles, folderImports, type Imports, readImports } from './imports';

const FOLDERS = ['contract', 'domain', 'lib', 'server'];

test('no two folders of the server import each other, directly or through others', () => {
  const folders = folderImports(readImports(projectRoot, FOLDERS), 'server');

  expect(folders.get('server/api')).toContain('server/board');
  expect(cycles(folders)).toEqual([]);
});

test('no file of the server, the domain, the contract or lib imports itself through others', () => {
  const files = readImports(projectRoot, FOLDERS);

  for (const folder of FOLDERS)
    expect([...files.keys()].filter((file) => file.startsWith(`${folder}/`))).not.toEqual([]);
  expect(cycles(files)).toEqual([]);
});

/** A project in which folders import each other through a third, and two files import each other. */
const project: Record<string, string> = {
  'server/main.ts': "import { openBoard } from './board/board';\n",
  'server/board/board.ts': "import { openQueue } from '../queue/queue';\nimport type { Order } from './order';\n",
  'server/board/order.ts': "import {\n  type Board,\n  type Table,\n} from './board';\nimport * as z from 'zod';\n",
  'server/board/board.test.ts': "import '../queue/queue';\n",
  'server/queue/queue.ts': "export type { Log } from '../log/log';\n",
  'server/queue/deep/batch.ts': "import '../../log/log';\n",
  'server/log/log.ts': "const { table } = await import('../board/table');\n",
  'server/board/table.ts': '',
};

let folder: string;
let imports: Imports;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heatlamp-cycles-'));
  for (const [file, text] of Object.entries(project)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  imports = readImports(folder, ['server']);
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a cycle of files is found, including type imports', () => {
  expect(cycles(imports)).toEqual([
    'server/board/board.ts -> server/board/order.ts -> server/board/board.ts',
    'server/board/order.ts -> server/board/board.ts -> server/board/order.ts',
  ]);
});

test('a cycle of folders is found although none of its files is in a cycle', () => {
  expect(cycles(folderImports(imports, 'server')).toSorted()).toEqual([
    'server/board -> server/queue -> server/log -> server/board',
    'server/log -> server/board -> server/queue -> server/log',
    'server/queue -> server/log -> server/board -> server/queue',
  ]);
});
