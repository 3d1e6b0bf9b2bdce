import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { SecretAdded } from '../../contract/subscriptions';
import { CannotStart } from '../cannot-start';
import { eventBody } from '../testing/events';
import { itOnSqlite } from '../testing/it-on-sqlite';
import { PASSWORD, postAuth, signedIn, withSecondFactor } from '../testing/managers';
import { KEY } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { sign } from '../webhooks/sign';
import type { Diagnosis } from './doctor';
import { forgetSecretsStopped } from './forget-secrets';
import { toText } from './to-text';

const [LOST, OTHER] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

let server: RunningServer;
beforeEach(async () => {
  server = await startServer(undefined, { SECRETS_KEY: LOST });
});
afterEach(() => server.stop());

const start = (order: string, headers: Record<string, string> = {}) =>
  server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000, order }), headers);
const forget = (secretsKey: string | null) =>
  forgetSecretsStopped({
    ...server.core,
    config: { ...server.core.config, secretsKey: secretsKey === null ? null : Buffer.from(secretsKey, 'base64') },
  });

it.each([
  ['another', OTHER],
  ['no', null],
])('a server whose secrets need a lost key starts without them, with %s key', async (_, key) => {
  await withSecondFactor(server, { name: 'Olga', role: 'owner' });
  await signedIn(server, { name: 'Bert' });
  expect((await start('before')).status).toBe(200);
  const { dataDir } = server;
  await server.close();
  const env: Record<string, string> = key === null ? {} : { SECRETS_KEY: key };
  await expect(startServer(dataDir, env)).rejects.toThrow('secrets forget');

  const forgotten = await forget(key);
  expect(forgotten).toEqual({ subscriptions: ['heatlamp'], managers: ['Olga'] });
  expect(toText('secrets forget', forgotten)).toBe(
    'Subscription heatlamp has no secret: subscription rotate heatlamp makes one for the POS.\nWithout a second factor now: Olga.',
  );
  server = await startServer(dataDir, env);
  expect((await start('refused')).status).toBe(400);
  const { findings } = await server.command<Diagnosis>('doctor');
  expect(findings.map(({ what }) => what)).toContain('subscription heatlamp has no secret');
  const { secret, oldUntil } = await server.command<SecretAdded>('subscription rotate', { id: 'heatlamp' });
  expect(oldUntil).toBeNull();
  const body = eventBody({ at: Date.now() - 60_000, order: 'after' });
  const signature = sign(Buffer.from(body), { ...KEY, secret });
  expect((await server.post('kitchenStartCourse', body, { 'X-Service-Signature': signature })).status).toBe(200);
  expect(server.core.boards.branch(1)?.orders.size).toBe(2);
  const signIn = await postAuth(server, '/api/auth/sign-in', { name: 'olga', password: PASSWORD });
  expect(await signIn.json()).toMatchObject({ manager: { name: 'Olga' } });
  const entries = await server.command<AuditEntry[]>('audit list', { kind: 'change' });
  expect(entries.map(({ action, subject, via }) => [action, subject, via])).toEqual(
    expect.arrayContaining([
      ['secret-ended', 'heatlamp', 'command-line'],
      ['second-factor-removed', 'Olga', 'command-line'],
    ]),
  );
});

it('secrets whose key is there are kept', async () => {
  await expect(server.command('secrets forget')).rejects.toThrow('Nothing was removed');
  const { dataDir } = server;
  await server.close();
  const forgotten = await forget(LOST);
  expect(toText('secrets forget', forgotten)).toContain('nothing was removed');
  server = await startServer(dataDir, { SECRETS_KEY: LOST });
  expect((await start('as before')).status).toBe(200);
});

itOnSqlite('makes no database where it is lost', async () => {
  const { dataDir } = server;
  const { databaseFile } = server.core.config;
  await server.close();
  renameSync(databaseFile, `${databaseFile}.lost`);
  await expect(forget(OTHER)).rejects.toThrow(
    'heatlamp.db is missing or empty, and Heatlamp has run with this folder before',
  );
  expect(existsSync(databaseFile)).toBe(false);
  renameSync(`${databaseFile}.lost`, databaseFile);
  server = await startServer(dataDir, { SECRETS_KEY: LOST });
});

itOnSqlite('finishes a restore that was interrupted, and forgets the secrets of the backup', async () => {
  const { dataDir } = server;
  await server.close();
  renameSync(server.core.config.databaseFile, path.join(dataDir, 'restore-20261127T120000Z.ready'));
  expect((await forget(null)).subscriptions).toEqual(['heatlamp']);
  server = await startServer(dataDir);
});

itOnSqlite('explains why a damaged database cannot be opened', async () => {
  const { dataDir } = server;
  const { databaseFile } = server.core.config;
  await server.close();
  copyFileSync(databaseFile, `${databaseFile}.intact`);
  writeFileSync(databaseFile, 'not a database, whatever its name says'.repeat(40));
  await expect(forget(OTHER)).rejects.toThrow(CannotStart);
  renameSync(`${databaseFile}.intact`, databaseFile);
  server = await startServer(dataDir, { SECRETS_KEY: LOST });
});
