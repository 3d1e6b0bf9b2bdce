import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../harness/postgresql';
import { projectRoot } from '../set-up/project-root.mjs';
import { checkWall, readmeCommands, runCommands } from './run-commands';

/** The long test runs it too. */
const LONG = ['npm run demo'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-readme-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('has commands that work one after the other, up to courses on a first wall', async () => {
  const commands = readmeCommands();
  expect(commands).toEqual(expect.arrayContaining([...LONG, 'npm start']));
  // The files of this checkout, which is set up, in a folder that gets the data.
  for (const file of readdirSync(projectRoot).filter((name) => !['data', '.env'].includes(name)))
    symlinkSync(path.join(projectRoot, file), path.join(folder, file));
  const port = await freePort();
  await runCommands(
    commands.filter((command) => !LONG.includes(command)),
    folder,
    port,
    (runs) => checkWall(runs, port),
  );
});

it('stops at a command that does not work', async () => {
  const run = runCommands(['echo first', 'ls no-such-file', 'echo never'], folder, 1, async () => {});
  await expect(run).rejects.toThrow(/`ls no-such-file` ended with \d+:\n.*no-such-file/s);
  const silent = runCommands(['npm start'], folder, 1, async () => {});
  await expect(silent).rejects.toThrow('`npm start` ended with');
});
