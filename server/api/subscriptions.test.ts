import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditList } from '../../contract/audit';
import type { SecretAdded, SubscriptionAdded, SubscriptionList } from '../../contract/subscriptions';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { sendInOneTurn } from '../testing/in-turn';
import { postAuth, signedIn } from '../testing/managers';
import { SECRET } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { sign } from '../webhooks/sign';

let server: RunningServer;
let cookie: string;
let owner: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await signedIn(server);
  owner = await signedIn(server, { name: 'Olga', role: 'owner' });
});
afterAll(() => server.stop());

const ask = (headers: Record<string, string> = { Cookie: cookie }) =>
  fetch(`${server.url}/api/v1/subscriptions`, { headers });

const HOW = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' } as const;

it('shows the agreed options and the time of the last delivery', async () => {
  const before = (await (await ask()).json()) as SubscriptionList;
  expect(before).toMatchObject({
    publicUrl: null,
    headerPrefix: null,
    events: ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'],
    subscriptions: [{ id: 'heatlamp', event: null, ...HOW, secrets: 1, oldSecretUntil: null, lastDeliveryAt: null }],
  });
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000 }));
  await server.command('subscription add', { id: 'cafe', ...HOW, algorithm: 'sha1', event: 'kitchenServeCourse' });
  await server.command('setting set', { key: 'headerPrefix', value: 'Brand' });
  const after = (await (await ask()).json()) as SubscriptionList;
  expect(after.headerPrefix).toBe('brand');
  expect(after.subscriptions).toMatchObject([
    { id: 'cafe', event: 'kitchenServeCourse', algorithm: 'sha1' },
    { id: 'heatlamp', lastDeliveryAt: expect.any(String) },
  ]);
});

it('counts the valid secrets, and never returns one', async () => {
  const { secret, oldUntil } = await server.command<{ secret: string; oldUntil: string }>('subscription rotate', {
    id: 'heatlamp',
  });
  const answer = await (await ask()).text();
  for (const hidden of [SECRET, secret]) expect(answer).not.toContain(hidden);
  const reply = (await (await ask()).json()) as SubscriptionList;
  expect(reply.subscriptions.at(-1)).toMatchObject({ secrets: 2, oldSecretUntil: oldUntil });
  await server.command('subscription rotate', { id: 'heatlamp', finish: true });
  const finished = (await (await ask()).json()) as SubscriptionList;
  expect(finished.subscriptions.at(-1)).toMatchObject({ secrets: 1, oldSecretUntil: null });
});

it('is open to managers, and to no screen', async () => {
  const token = await addProgram(server);
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(403);
  expect((await ask({})).status).toBe(401);
});

describe('an owner', () => {
  const change = async <Reply>(path: string, body: object = {}) => {
    const answer = await postAuth(server, `/api/v1/subscriptions${path}`, body, { Cookie: owner });
    return { status: answer.status, reply: (await answer.json()) as Reply & { code?: string } };
  };
  const post = async (id: string, secret: string) => {
    const body = eventBody({ at: Date.now() - 60_000 });
    // An earlier test pins the brand.
    const signature = sign(Buffer.from(body), { ...HOW, secret });
    const headers = { 'X-Brand-Subscription-Id': id, 'X-Brand-Signature': signature };
    return (await server.post('kitchenStartCourse', body, headers)).status;
  };
  const add = async (id: string) => (await change<SubscriptionAdded>('', { id })).reply.secret;

  it('makes a subscription, and sees its secret and the address for the POS', async () => {
    const { status, reply } = await change<SubscriptionAdded>('', { id: 'kitchen till', branches: [1] });
    expect([status, reply]).toEqual([
      200,
      { id: 'kitchen till', secret: expect.any(String), baseUrls: [expect.any(String)] },
    ]);
    expect(await post('kitchen till', reply.secret)).toBe(200);
    const list = await (await ask()).text();
    expect(list).toContain('kitchen till');
    expect(list).not.toContain(reply.secret);
    const audit = await (
      await fetch(`${server.url}/api/v1/audit?kind=change&by=Olga`, { headers: { Cookie: owner } })
    ).text();
    expect(JSON.parse(audit).entries[0]).toMatchObject({
      action: 'subscription-added',
      subject: 'kitchen till',
      via: 'page',
    });
    expect(audit).not.toContain(reply.secret);
  });

  it('sees the secret again until the POS has used it', async () => {
    const secret = await add('in another room');
    const path = `/${encodeURIComponent('in another room')}/secret`;
    expect(await change<SubscriptionAdded>(path)).toMatchObject({ status: 200, reply: { secret } });
    expect((await postAuth(server, `/api/v1/subscriptions${path}`, {}, { Cookie: cookie })).status).toBe(403);
    const shown = async () => {
      const answer = await fetch(`${server.url}/api/v1/audit?kind=view&by=Olga`, { headers: { Cookie: owner } });
      return (await answer.json()).entries;
    };
    await expect.poll(shown).toMatchObject([{ action: 'secret-shown', subject: 'in another room' }]);
    expect(JSON.stringify(await shown())).not.toContain(secret);
    const { reply } = await change<SecretAdded>(`/${encodeURIComponent('in another room')}/rotate`);
    expect(await change(path)).toMatchObject({ reply: { secret: reply.secret } });
    expect(await post('in another room', reply.secret)).toBe(200);
    await expect.poll(() => change(path)).toMatchObject({ status: 409, reply: { code: 'in-use' } });
    expect(await change('/nobody/secret')).toMatchObject({ status: 404, reply: { code: 'unknown' } });
  });

  it('rotates a secret: both are valid until the rotation is finished, and a third is refused', async () => {
    const old = await add('rotated');
    const { reply } = await change<SecretAdded>('/rotated/rotate');
    expect([await post('rotated', old), await post('rotated', reply.secret)]).toEqual([200, 200]);
    expect(await change('/rotated/rotate')).toMatchObject({ status: 409, reply: { code: 'two-secrets' } });
    expect(await change('/rotated/finish')).toMatchObject({ status: 200, reply: { id: 'rotated' } });
    expect([await post('rotated', old), await post('rotated', reply.secret)]).toEqual([400, 200]);
    expect(await change('/rotated/finish')).toMatchObject({ status: 409, reply: { code: 'one-secret' } });
  });

  it('sees the new secret of a rotation again until the POS has used it, and also after the old one ended', async () => {
    const id = 'rotated unseen';
    const path = `/${encodeURIComponent(id)}`;
    const old = await add(id);
    expect(await post(id, old)).toBe(200);
    expect(await change(`${path}/secret`)).toMatchObject({ status: 409, reply: { code: 'in-use' } });
    const {
      reply: { secret },
    } = await change<SecretAdded>(`${path}/rotate`);
    expect(await post(id, old)).toBe(200);
    const isUnused = async () => {
      const { subscriptions } = (await (await ask()).json()) as SubscriptionList;
      return subscriptions.find((one) => one.id === id)?.isSecretUnused;
    };
    expect(await isUnused()).toBe(true);
    expect(await change(`${path}/secret`)).toMatchObject({ status: 200, reply: { id, secret } });
    await change(`${path}/finish`);
    expect(await change(`${path}/secret`)).toMatchObject({ status: 200, reply: { id, secret } });

    expect(await post(id, secret)).toBe(200);
    await expect.poll(isUnused).toBe(false);
    server = await server.restart();
    expect(await isUnused()).toBe(false);
    expect(await change(`${path}/secret`)).toMatchObject({ status: 409, reply: { code: 'in-use' } });
  });

  it('limits a subscription to branches, and removes it', async () => {
    const secret = await add('a/b?c%20');
    const path = `/${encodeURIComponent('a/b?c%20')}`;
    await change(`${path}/limit`, { branches: [2] });
    expect(await post('a/b?c%20', secret)).toBe(400);
    expect(await change(`${path}/limit`, { branches: null })).toMatchObject({ reply: { branches: null } });
    expect(await post('a/b?c%20', secret)).toBe(200);
    expect(await change(`${path}/remove`)).toEqual({ status: 200, reply: { id: 'a/b?c%20' } });
    expect(await post('a/b?c%20', secret)).toBe(400);
    expect(await change(`${path}/remove`)).toMatchObject({ status: 404, reply: { code: 'unknown' } });
  });

  it('of several who change a subscription at once, each is recorded with the values that it found', async () => {
    await add('together');
    const post = (what: string, body: object) => () =>
      postAuth(server, `/api/v1/subscriptions/together/${what}`, body, { Cookie: owner });
    const changes = [
      ...[post('limit', { branches: [1] }), post('limit', { branches: [2] })],
      ...[post('signing', { algorithm: 'sha1' }), post('signing', { signatureEncoding: 'hex' })],
    ];
    expect((await sendInOneTurn(server, changes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const audit = await fetch(`${server.url}/api/v1/audit?kind=change&limit=4`, { headers: { Cookie: owner } });
    expect(((await audit.json()) as AuditList).entries.map(({ before, after }) => [before, after])).toEqual([
      [
        { ...HOW, algorithm: 'sha1' },
        { ...HOW, algorithm: 'sha1', signatureEncoding: 'hex' },
      ],
      [HOW, { ...HOW, algorithm: 'sha1' }],
      [{ branches: [1] }, { branches: [2] }],
      [{ branches: null }, { branches: [1] }],
    ]);
  });

  it('who is demoted while a subscription waits for its turn does not make it', async () => {
    const otto = await signedIn(server, { name: 'Otto', role: 'owner' });
    const id = server.core.people().managers.find(({ name }) => name === 'Otto')?.id;
    const demoted = () =>
      postAuth(server, `/api/v1/managers/${id}`, { role: 'manager', branches: null }, { Cookie: owner });
    const added = () => postAuth(server, '/api/v1/subscriptions', { id: 'of Otto' }, { Cookie: otto });
    expect((await sendInOneTurn(server, [demoted, added])).map(({ status }) => status)).toEqual([200, 403]);
    expect(await (await ask()).text()).not.toContain('of Otto');
  });

  it('of two who make the same subscription at once, one succeeds', async () => {
    const answers = await Promise.all([change('', { id: 'twice' }), change('', { id: 'twice' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.reply.code).toBe('exists');
  });

  it.each([
    ['id', { id: ' padded ' }],
    ['secret-short', { id: 'short', secret: 'abc' }],
    ['secret-base64', { id: 'text', secret: 'not base64!' }],
  ])('who makes a new subscription learns what is wrong with it: %s', async (code, wanted) => {
    expect(await change('', wanted)).toMatchObject({ status: 400, reply: { code } });
  });
});

it('accepts another way of signing once an owner says so; the secret stays', async () => {
  const id = 'signs otherwise';
  await server.command('subscription add', { id, ...HOW, secret: SECRET });
  const change = (body: object, by = owner) =>
    postAuth(server, `/api/v1/subscriptions/${encodeURIComponent(id)}/signing`, body, { Cookie: by });
  const body = eventBody({ at: Date.now() - 60_000, course: 9 });
  const post = () => {
    const signature = sign(Buffer.from(body), { ...HOW, secret: SECRET, secretEncoding: 'utf8' });
    return server.post('kitchenStartCourse', body, {
      'X-Service-Subscription-Id': id,
      'X-Service-Signature': signature,
      'X-Brand-Subscription-Id': id,
      'X-Brand-Signature': signature,
    });
  };
  expect((await post()).status).toBe(400);
  expect((await change({ secretEncoding: 'utf8' }, cookie)).status).toBe(403);
  expect((await change({ secretEncoding: 'utf8' })).status).toBe(200);
  expect((await post()).status).toBe(200);
  expect((await change({ secretEncoding: 'rot13' })).status).toBe(400);
  const audit = await fetch(`${server.url}/api/v1/audit?kind=change&limit=1`, { headers: { Cookie: owner } });
  expect(await audit.json()).toMatchObject({
    entries: [{ action: 'subscription-signing', subject: id, before: HOW, after: { ...HOW, secretEncoding: 'utf8' } }],
  });
});

it('may sign otherwise although a secret that has ended could not be used so', async () => {
  const id = 'was text';
  await server.command('subscription add', { id, ...HOW, secretEncoding: 'utf8', secret: 'not base64!' });
  const change = () =>
    postAuth(server, '/api/v1/subscriptions/was%20text/signing', { secretEncoding: 'base64' }, { Cookie: owner });
  await server.command('subscription rotate', { id, secret: SECRET });
  expect([(await change()).status, await (await change()).json()]).toMatchObject([400, { code: 'secret-base64' }]);
  await server.command('subscription rotate', { id, finish: true });
  expect((await change()).status).toBe(200);
});
