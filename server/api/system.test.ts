import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { System, TokenAdded } from '../../contract/system';
import { isOnPostgresql } from '../testing/data-folder';
import { itOnSqlite } from '../testing/it-on-sqlite';
import { PASSWORD, postAuth, signedIn, withSecondFactor } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let olga: string;
beforeEach(async () => {
  server = await startServer();
  olga = await signedIn(server, { name: 'Olga', role: 'owner' });
});
afterEach(() => server.stop());

const get = (path: string, cookie = olga) => fetch(`${server.url}${path}`, { headers: { Cookie: cookie } });
const system = async () => (await (await get('/api/v1/system')).json()) as System;
const post = async <Reply>(path: string, body: object, cookie = olga) => {
  const answer = await postAuth(server, path, body, { Cookie: cookie });
  return { status: answer.status, reply: (await answer.json()) as Reply & { code?: string } };
};
const backUp = () => post<Pick<System, 'backup'>>('/api/v1/system/backup', {});
const allow = (body: object, cookie = olga) => post<{ address: string }>('/api/auth/backup', body, cookie);
const actions = async () =>
  (await server.command<{ action: string; by: string | null }[]>('audit list')).map(({ action }) => action);

it('an owner sees the version, the disk and what doctor finds', async () => {
  const { version, disk, findings, backup } = await system();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(disk?.freeBytes).toBeGreaterThan(0);
  const topics = findings.flatMap(({ about }) => about ?? []);
  expect(topics).toEqual(expect.arrayContaining(['noScreen', 'plainHttp']));
  expect(topics.includes('noBackup')).toBe(!isOnPostgresql());
  expect(backup).toEqual(isOnPostgresql() ? null : { at: null, file: null, isHere: false });
  if (isOnPostgresql()) expect(await backUp()).toMatchObject({ status: 409, reply: { code: 'no-backup' } });
});

itOnSqlite('an owner makes a backup, and downloads it after the password', async () => {
  expect(await allow({ password: PASSWORD })).toMatchObject({ status: 200 });
  const { reply } = await backUp();
  const file = reply.backup?.file ?? '';
  expect(reply.backup).toMatchObject({ file: expect.stringContaining(server.dataDir), isHere: true });
  expect((await system()).backup).toEqual(reply.backup);
  expect(await allow({ password: 'a wrong password' })).toMatchObject({ status: 401, reply: { code: 'wrong' } });
  const { address } = (await allow({ password: PASSWORD })).reply;
  const sent = await get(address);
  expect(sent.headers.get('content-disposition')).toMatch(/^attachment; filename="heatlamp-[\dT-]+\.db"$/);
  expect(Buffer.from(await sent.arrayBuffer()).equals(await readFile(file))).toBe(true);
  expect(await actions()).toEqual(expect.arrayContaining(['backup', 'backup-downloaded', 'wrong-password']));

  const other = await signedIn(server, { name: 'Otto', role: 'owner' });
  expect((await get(address, other)).status).toBe(400);
  const bert = await signedIn(server, { name: 'Bert' });
  expect((await get(address, bert)).status).toBe(403);
  server.setNow(Date.now() + 61_000);
  expect((await get(address)).status).toBe(400);
});

itOnSqlite('a download needs the second factor of an owner who has one', async () => {
  const { cookie, backupCodes } = await withSecondFactor(server, { name: 'Otto', role: 'owner' });
  expect(await allow({ password: PASSWORD }, cookie)).toMatchObject({ status: 401, reply: { code: 'code' } });
  expect(await allow({ password: PASSWORD, code: backupCodes[0] }, cookie)).toMatchObject({ status: 200 });
});

it('an owner makes a token, with which a program reads the branches it was made for', async () => {
  const { status, reply } = await post<TokenAdded>('/api/v1/tokens', { name: 'Spreadsheet', branches: [1] });
  expect([status, reply.name]).toEqual([200, 'Spreadsheet']);
  const reads = (branch: number) =>
    fetch(`${server.url}/api/v1/board?branch=${branch}`, { headers: { Authorization: `Bearer ${reply.token}` } });
  expect([(await reads(1)).status, (await reads(2)).status]).toEqual([200, 403]);
  expect(await actions()).toContain('screen-added');
});
