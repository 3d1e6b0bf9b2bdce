import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { controlAddress, isSocketFile } from '../config';
import { openCore } from '../core';
import { startServer } from '../testing/running-server';
import { runCommand } from './commands';
import { sendCommand } from './control';

it('sends commands to the running server, and only the same user may connect', async () => {
  const server = await startServer();
  const file = server.core.config.controlSocket;
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const added = await sendCommand(file, 'screen add', { name: 'wall', branches: [1], view: 'kitchen' });
  const token = (added?.ok && (added.result as { token: string }).token) || '';
  expect((await server.get('/api/v1/board', token)).status).toBe(200);
  expect(await sendCommand(file, 'screen list', {})).toEqual({ ok: true, result: await server.command('screen list') });
  expect(await sendCommand(file, 'screen revoke', { id: 99 })).toMatchObject({ ok: false });
  expect(await sendCommand(file, 'no such command', {})).toEqual({
    ok: false,
    message: 'there is no command no such command',
  });
  expect(await sendCommand(file, 'screen list', 'nonsense')).toMatchObject({ ok: false });
  await server.stop();
});

it('returns null if no server runs', async () => {
  const server = await startServer();
  const file = server.core.config.controlSocket;
  await server.stop();
  expect(await sendCommand(file, 'screen list', {})).toBeNull();
  expect(await sendCommand(path.join(import.meta.filename, 'control.sock'), 'screen list', {})).toBeNull();
  expect(await sendCommand(path.join('/tmp', 'x'.repeat(200)), 'screen list', {})).toBeNull();
});

it('the same commands work on the folder of a stopped server, and are in force when it starts', async () => {
  const before = await startServer();
  const { config } = before.core;
  await before.close();
  const core = await openCore({
    config,
    now: Date.now,
    newEpoch: () => 'epoch',
    log: { info: () => {}, warn: () => {} },
  });
  const added = await runCommand({ deps: core, refusals: null }, 'screen add', {
    name: 'wall',
    branches: [1],
    view: 'api',
  });
  const doctor = await runCommand({ deps: core, refusals: null }, 'doctor', {});
  await core.close();
  expect(doctor).toMatchObject({ ok: true });

  const server = await startServer(config.dataDir);
  const token = (added.ok && (added.result as { token: string }).token) || '';
  expect((await server.get('/api/v1/history/courses', token)).status).toBe(200);
  await server.stop();
});

it('has a named pipe for each data folder on Windows', () => {
  const pipe = controlAddress('C:\\heatlamp\\data', 'win32');
  expect(pipe).toMatch(/^\\\\\.\\pipe\\heatlamp-[0-9a-f]{16}$/);
  expect(controlAddress('c:\\Heatlamp\\data', 'win32')).toBe(pipe);
  expect(controlAddress('C:\\other', 'win32')).not.toBe(pipe);
  expect(isSocketFile(pipe)).toBe(false);
  expect(isSocketFile(controlAddress('/data', 'linux'))).toBe(true);
});
