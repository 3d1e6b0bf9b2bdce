import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CannotStart } from '../cannot-start';
import { restore } from '../cli/restore';
import { removeDataFolder } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { appCode, PASSWORD, postAuth, withSecondFactor } from '../testing/managers';
import { SECRET } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { createSecretBox, factorPurpose, subscriptionPurpose, UnknownKey } from './secret-box';

const [KEY, OTHER] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const NOW = Date.parse('2026-06-19T18:00:00Z');

let folder = '';
let server: RunningServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
  await removeDataFolder(folder);
});

async function start(env: Record<string, string>): Promise<RunningServer> {
  await server?.close();
  server = null;
  server = await startServer(folder === '' ? undefined : folder, env, NOW);
  folder = server.dataDir;
  return server;
}

/** Whether the POS can post, and a manager can sign in with a code. */
async function works(running: RunningServer, name: string, secret: string, at: number): Promise<void> {
  expect((await running.post('kitchenStartCourse', eventBody({ at: NOW - 60_000 }))).status).toBe(200);
  running.setNow(at);
  const right = await postAuth(running, '/api/auth/sign-in', { name, password: PASSWORD });
  const { challenge } = (await right.json()) as { challenge: string };
  const code = await appCode(secret, at);
  expect((await postAuth(running, '/api/auth/second-factor', { challenge, code })).status).toBe(200);
  running.setNow(NOW);
}

async function storedBytes(): Promise<string> {
  const files = (await readdir(folder)).filter((file) => !file.endsWith('.sock'));
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'latin1')))).join('\n');
}

it('secrets are encrypted when a key appears, kept with a new key, and stored plainly without one', async () => {
  folder = '';
  const plain = await start({});
  const { secret } = await withSecondFactor(plain, { name: 'olga', role: 'owner' });
  await works(plain, 'olga', secret, NOW + 30_000);
  await plain.close();
  server = null;
  expect(await storedBytes()).toContain(SECRET);

  let at = NOW + 30_000;
  for (const env of [
    { SECRETS_KEY: KEY },
    { SECRETS_KEY: KEY },
    { SECRETS_KEY: OTHER, SECRETS_KEY_OLD: KEY },
    { SECRETS_KEY: OTHER },
  ]) {
    const running = await start(env);
    at += 30_000;
    await works(running, 'olga', secret, at);
    const rotated = await running.command<{ secret: string }>('subscription rotate', { id: 'heatlamp' });
    await running.command('subscription remove', { id: 'heatlamp' });
    await running.command('subscription add', {
      ...{ id: 'heatlamp', secret: SECRET, secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' },
    });
    await running.close();
    server = null;
    const bytes = await storedBytes();
    for (const text of [SECRET, secret, rotated.secret]) expect(bytes).not.toContain(text);
  }
  await works(await start({ SECRETS_KEY_OLD: OTHER }), 'olga', secret, at + 30_000);
  await works(await start({}), 'olga', secret, at + 60_000);
});

it('a start or a restore without the right key is refused, and says what to do', async () => {
  folder = '';
  const sealed = await start({ SECRETS_KEY: KEY });
  const backup = path.join(folder, 'backup.db');
  await sealed.command('backup', { file: backup });
  for (const env of [{}, { SECRETS_KEY: OTHER }, { SECRETS_KEY_OLD: OTHER }] as Record<string, string>[]) {
    const refused = await start(env).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CannotStart);
    expect(String(refused)).toMatch(/SECRETS_KEY to the key that was in use/);
  }
  const running = await start({ SECRETS_KEY: OTHER, SECRETS_KEY_OLD: KEY });
  await running.close();
  server = null;
  const { config } = running.core;
  const log = { info: () => {}, warn: () => {} };
  const restoreWith = (oldSecretsKey: Buffer | null) =>
    restore({ config: { ...config, oldSecretsKey }, now: () => NOW, newEpoch: randomUUID, log }, backup, () => {});
  await expect(restoreWith(null)).rejects.toThrow(/^The backup was restored, .* cannot open it yet: .*SECRETS_KEY_OLD/);
  await restoreWith(Buffer.from(KEY, 'base64'));
  const restarted = await start({ SECRETS_KEY: OTHER });
  expect((await restarted.post('kitchenStartCourse', eventBody({ at: NOW - 60_000 }))).status).toBe(200);
});

it('encrypted text opens for its own purpose only, and not when a byte differs', () => {
  const box = createSecretBox(Buffer.from(KEY, 'base64'), null);
  const sealed = box.seal('a secret', subscriptionPurpose('a'));
  expect(box.open(sealed, subscriptionPurpose('a'))).toBe('a secret');
  expect(box.seal('a secret', subscriptionPurpose('a'))).not.toBe(sealed);
  for (const purpose of [subscriptionPurpose('b'), factorPurpose('a')])
    expect(() => box.open(sealed, purpose)).toThrow();
  const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    const text = [...sealed.split('.').slice(0, 2), changed.toString('base64url')].join('.');
    expect(() => box.open(text, subscriptionPurpose('a'))).toThrow();
  }
  expect(() => createSecretBox(null, null).open(sealed, subscriptionPurpose('a'))).toThrow(UnknownKey);
});
