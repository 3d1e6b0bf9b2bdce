import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { KEY, SECRET, signedHeaders } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import type { SigningKey } from '../webhooks/sign';
import { type CommandName, runCommand } from './commands';

const DAY = 86_400_000;
const OTHER = Buffer.alloc(32, 5).toString('base64');

let server: RunningServer;
let now: number;
beforeEach(async () => {
  server = await startServer();
  now = Date.now();
  server.setNow(now);
});
afterEach(() => server.stop());

/** The message with which a command is refused. */
async function refusal(name: CommandName, input: unknown = {}): Promise<string> {
  const answer = await runCommand({ deps: server.core, refusals: null }, name, input);
  if (answer.ok) throw new Error(`${name} was carried out`);
  return answer.message;
}

/** The status of a delivery that is signed with a key, on a subscription. */
async function postedWith(key: SigningKey, id = 'heatlamp'): Promise<number> {
  const body = eventBody({ at: now });
  const answer = await server.post('kitchenStartCourse', body, signedHeaders(body, { id, key }));
  return answer.status;
}

describe('subscription', () => {
  it('add generates a secret if none is given, and accepts deliveries signed with it at once', async () => {
    const defaults = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' } as const;
    const added = await server.command<{ id: string; secret: string }>('subscription add', { id: 'new', ...defaults });
    expect(added).toEqual({ id: 'new', secret: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) });
    expect(await postedWith({ ...defaults, secret: added.secret }, 'new')).toBe(200);
  });

  it('add accepts every way of signing', async () => {
    const ways = [
      { secretEncoding: 'utf8', signatureEncoding: 'hex', algorithm: 'sha1' },
      { secretEncoding: 'base64', signatureEncoding: 'hex', algorithm: 'sha512' },
    ] as const;
    for (const [index, way] of ways.entries()) {
      const { id, secret } = await server.command<{ id: string; secret: string }>('subscription add', {
        id: `way ${index}`,
        ...way,
      });
      expect(await postedWith({ ...way, secret }, id)).toBe(200);
      expect(await postedWith({ ...KEY, secret }, id)).toBe(400);
    }
  });

  it('add refuses invalid options, and explains why', async () => {
    const { secret: _, ...how } = KEY;
    expect(await refusal('subscription add', { id: 'heatlamp', ...how })).toContain('exists already');
    for (const id of ['', ' a', 'a ', 'é', 'a\nb', '\0', '.', '..'])
      expect(await refusal('subscription add', { id, ...how })).toContain('the id must');
    expect(await refusal('subscription add', { id: 'a', ...how, secret: 'not base64!' })).toContain('Base64');
    expect(await refusal('subscription add', { id: 'a', ...how, secret: 'short' })).toContain('shorter');
    expect(await refusal('subscription add', { id: 'a', ...how, algorithm: 'md5' })).toContain('algorithm');
    expect(await refusal('subscription add', { id: 'a', ...how, nonsense: 1 })).toContain('nonsense');
    expect(await refusal('subscription add', { id: 'a', ...how, event: 'kitchenstartcourse' })).toContain(
      'not an event of the POS',
    );
    expect(await refusal('subscription add', {})).toContain('id');
  });

  it('list shows each with the number of valid secrets and its last delivery, and no secret', async () => {
    await server.command('subscription add', { id: 'pinned', ...KEY, event: 'kitchenServeCourse' });
    await postedWith(KEY);
    const listed = await server.command('subscription list');
    expect(listed).toEqual([
      { id: 'heatlamp', event: null, secrets: 1, lastDeliveryAt: new Date(now).toISOString() },
      { id: 'pinned', event: 'kitchenServeCourse', secrets: 1, lastDeliveryAt: null },
    ]);
    expect(JSON.stringify(listed)).not.toContain(SECRET);
  });

  it('remove refuses its deliveries from then on', async () => {
    expect(await server.command('subscription remove', { id: 'heatlamp' })).toEqual({ id: 'heatlamp' });
    expect(await postedWith(KEY)).toBe(400);
    expect(await server.command('subscription list')).toEqual([]);
    expect(await refusal('subscription remove', { id: 'heatlamp' })).toContain('no subscription heatlamp');
  });

  it('rotate adds a second secret: both are valid for 7 days, a third is refused', async () => {
    const rotated = await server.command('subscription rotate', { id: 'heatlamp', secret: OTHER });
    expect(rotated).toEqual({ id: 'heatlamp', secret: OTHER, oldUntil: new Date(now + 7 * DAY).toISOString() });
    expect(await server.command('subscription list')).toMatchObject([{ secrets: 2 }]);
    expect([await postedWith(KEY), await postedWith({ ...KEY, secret: OTHER })]).toEqual([200, 200]);
    expect(await refusal('subscription rotate', { id: 'heatlamp' })).toContain('finish that rotation first');

    server.setNow(now + 7 * DAY - 1);
    expect(await postedWith(KEY)).toBe(200);
    server.setNow(now + 7 * DAY);
    expect([await postedWith(KEY), await postedWith({ ...KEY, secret: OTHER })]).toEqual([400, 200]);
    expect(await server.command('subscription rotate', { id: 'heatlamp' })).toMatchObject({ id: 'heatlamp' });
  });

  it('rotate --finish ends the old secret now', async () => {
    expect(await refusal('subscription rotate', { id: 'heatlamp', finish: true })).toContain('no rotation to finish');
    const { secret } = await server.command<{ secret: string }>('subscription rotate', { id: 'heatlamp' });
    expect(await server.command('subscription rotate', { id: 'heatlamp', finish: true })).toEqual({
      id: 'heatlamp',
      secret,
      oldUntil: new Date(now).toISOString(),
    });
    expect([await postedWith(KEY), await postedWith({ ...KEY, secret })]).toEqual([400, 200]);
  });

  it('rotate refuses the current secret, an invalid one, and an unknown subscription', async () => {
    expect(await refusal('subscription rotate', { id: 'heatlamp', secret: SECRET })).toContain('the old one');
    expect(await refusal('subscription rotate', { id: 'heatlamp', secret: '!!!!!!!!' })).toContain('Base64');
    expect(await refusal('subscription rotate', { id: 'nobody' })).toContain('no subscription nobody');
    expect(await server.command('subscription list')).toMatchObject([{ secrets: 1 }]);
  });

  it('keeps its changes over a restart', async () => {
    const { secret } = await server.command<{ secret: string }>('subscription rotate', { id: 'heatlamp' });
    server = await server.restart();
    expect([await postedWith(KEY), await postedWith({ ...KEY, secret })]).toEqual([200, 200]);
  });
});

describe('screen', () => {
  const add = (input: object) =>
    server.command<{ id: number; token: string; link: string }>('screen add', {
      name: 'wall',
      branches: [1],
      view: 'kitchen',
      ...input,
    });

  it('add prints a token and a link once, and list prints neither', async () => {
    const { id, token, link } = await add({ name: ' Hot kitchen ', branches: [2, 1, 2] });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(link).toBe(`http://localhost:0/pair#${token}`);
    const listed = await server.command('screen list');
    expect(listed).toEqual([{ id, name: 'Hot kitchen', branches: [1, 2], view: 'kitchen', lastSeenAt: null }]);
    expect(JSON.stringify(listed)).not.toContain(token);
    await server.get('/api/v1/board?branch=1', token);
    expect(await server.command('screen list')).toMatchObject([{ lastSeenAt: new Date(now).toISOString() }]);
  });

  it('add creates its branches, with an empty board', async () => {
    const { token } = await add({ branches: [7] });
    expect(await (await server.get('/api/v1/board', token)).json()).toMatchObject({
      version: 0,
      branch: { number: 7, name: null, timeZone: server.core.config.timeZone },
      tickets: [],
    });
    expect(await server.command('branch list')).toMatchObject([{ number: 7, cutOff: '04:00' }]);
  });

  it('add refuses a screen without a name, a branch or a valid view', async () => {
    expect(await refusal('screen add', { name: ' ', branches: [1], view: 'kitchen' })).toContain('1 to 60 characters');
    expect(await refusal('screen add', { name: 'a', branches: [], view: 'kitchen' })).toContain('at least one branch');
    expect(await refusal('screen add', { name: 'a', branches: [2 ** 31], view: 'kitchen' })).toContain('branches');
    expect(await refusal('screen add', { name: 'a', branches: [1], view: 'wall' })).toContain('view');
    expect(await server.command('screen list')).toEqual([]);
  });

  it('revoke disconnects it at once and permanently, also after a restart', async () => {
    const [first, second] = [await add({}), await add({ name: 'other' })];
    expect(await server.command('screen revoke', { id: first.id })).toEqual({ id: first.id });
    expect((await server.get('/api/v1/board', first.token)).status).toBe(401);
    expect((await server.get('/api/v1/board', second.token)).status).toBe(200);
    expect(await server.command('screen list')).toMatchObject([{ id: second.id }]);
    expect(await refusal('screen revoke', { id: first.id })).toContain(`no screen ${first.id}`);
    expect(await refusal('screen revoke', { id: 99 })).toContain('no screen 99');
    server = await server.restart();
    expect((await server.get('/api/v1/board', first.token)).status).toBe(401);
  });
});

describe('branch', () => {
  it('set creates one with a name and a cut-off', async () => {
    const made = {
      number: 3,
      name: 'Quay',
      timeZone: 'Asia/Kathmandu',
      cutOff: '05:30',
      version: expect.any(Number),
      lastDeliveryAt: null,
    };
    expect(
      await server.command('branch set', { number: 3, name: ' Quay ', timeZone: 'Asia/Kathmandu', cutOff: '5:30' }),
    ).toEqual(made);
    expect(await server.command('branch set', { number: 3, name: '' })).toMatchObject({ name: null, cutOff: '05:30' });
    expect(await server.command('branch list')).toMatchObject([{ number: 3, name: null, timeZone: 'Asia/Kathmandu' }]);
  });

  it('set refuses an invalid time zone or time of day', async () => {
    expect(await refusal('branch set', { number: 3, timeZone: 'Europe/Atlantis' })).toContain('not a time zone');
    for (const cutOff of ['', '24:00', '4', '04:60', 'four'])
      expect(await refusal('branch set', { number: 3, cutOff })).toContain('time of day');
    expect(await server.command('branch list')).toEqual([]);
  });

  it('set with another time zone or cut-off rewrites the business days of its history', async () => {
    const token = await addProgram(server);
    const at = Date.UTC(2026, 5, 19, 1); // 03:00 in Amsterdam
    await server.post('kitchenStartCourse', eventBody({ at }));
    await server.command('branch set', { number: 1, timeZone: 'Europe/Amsterdam' });
    const days = async () => {
      const text = await (await server.get('/api/v1/history/courses.csv', token)).text();
      return text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').at(-1));
    };
    const isLunch = async () =>
      (await (await server.get('/api/v1/history/courses?service=lunch', token)).json()).courses.length;
    expect([await days(), await isLunch()]).toEqual([['2026-06-18'], 0]);
    await server.command('branch set', { number: 1, cutOff: '02:00' });
    expect(await days()).toEqual(['2026-06-19']);
    await server.command('branch set', { number: 1, timeZone: 'Asia/Tokyo' }); // 10:00
    expect([await days(), await isLunch()]).toEqual([['2026-06-19'], 0]);
    await server.command('branch set', { number: 1, timeZone: 'Pacific/Auckland', cutOff: '04:00' }); // 13:00
    expect([await days(), await isLunch()]).toEqual([['2026-06-19'], 1]);
    await server.command('branch set', { number: 1, timeZone: 'America/Los_Angeles' }); // 18:00 the day before
    expect(await days()).toEqual(['2026-06-18']);
  });
});

it('an unknown command is refused by name', async () => {
  for (const name of ['subscription', 'constructor', '__proto__', 'toString', ''])
    expect(await refusal(name as CommandName)).toContain('no command');
});

it.each<[CommandName, object, string]>([
  ['guest find', { name: 'A' }, 'name: must have at least 2 characters'],
  ['guest find', { day: '2026-13-45' }, 'day: must be a day such as 2026-06-19'],
  ['guest erase', { visits: [1], name: 'A' }, 'name: must have at least 2 characters'],
  ['guest erase', { visits: Array.from({ length: 51 }, (_, id) => id) }, 'visits: must be at most 50'],
  ['audit list', { limit: 0 }, 'limit: must be from 1 to 1000'],
  ['branch set', { number: 3_000_000_000 }, 'number: is too large'],
])('%s says in words what is wrong with %j', async (name, input, message) => {
  expect(await refusal(name, input)).toBe(message);
});
