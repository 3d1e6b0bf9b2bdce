import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, it } from 'vitest';
import { copySources } from '../copy-sources.mjs';
import { freePort } from '../harness/postgresql';
import { checkWall, readmeCommands, runCommands } from './run-commands';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-readme-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('has commands that all work in a new copy, one after the other', async () => {
  const copy = path.join(folder, 'heatlamp');
  copySources(copy);
  const port = await freePort();
  await runCommands(readmeCommands(), copy, port, (runs) => checkWall(runs, port));
}, 900_000);
