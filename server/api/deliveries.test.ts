import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedDelivery, ReplayResult } from '../../contract/deliveries';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody, eventMembers } from '../testing/events';
import { sendInOneTurn } from '../testing/in-turn';
import { postAuth, signedIn } from '../testing/managers';
import { KEY } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';

const AT = Date.now() - 10 * 60_000;

type Page = { deliveries: ListedDelivery[]; nextCursor: string | null };

describe('the list of deliveries', () => {
  let server: RunningServer;
  let first: string;
  let both: string;
  beforeAll(async () => {
    server = await startServer();
    first = await addProgram(server, [1]);
    await server.post('kitchenStartCourse', 'unreadable before there was a second branch');
    both = await addProgram(server, [1, 2]);
    for (const branch of [1, 2])
      for (const course of [1, 2, 3])
        await server.post('kitchenStartCourse', eventBody({ branch, course, at: AT, name: `100%_${branch}` }));
    await server.post('kitchenStartCourse', eventBody({ branch: 1, course: 1, at: AT, name: '100%_1' }));
    await server.post('unheardOf', eventBody({ branch: 2, at: AT }));
    await server.post('kitchenStartCourse', eventBody({ branch: 2, at: AT }).replace('"courseNumber":3', '"x":1'));
    await server.post('kitchenStartCourse', Buffer.of(0xff, 0xfe));
  });
  afterAll(() => server.stop());

  const outcomes = async (token: string, query: string) =>
    (await newestDeliveries(server, token, query)).map(({ outcome }) => outcome);

  it('is listed newest first, branch by branch', async () => {
    const all = await newestDeliveries(server, both, '&branch=2');
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .reverse(),
    );
    expect(new Set(all.map(({ branch }) => branch))).toEqual(new Set([2, null]));
    expect(await outcomes(first, '')).toEqual(['repeat', 'applied', 'applied', 'applied']);
  });

  it('shows a delivery without a readable branch only to those who may see every branch', async () => {
    for (const branch of [1, 2]) {
      const unread = (await newestDeliveries(server, both, `&branch=${branch}`)).filter(
        (delivery) => delivery.branch === null,
      );
      expect(unread.map(({ body, bodyBase64 }) => body ?? bodyBase64)).toEqual([
        '//4=',
        'unreadable before there was a second branch',
      ]);
    }
    expect((await newestDeliveries(server, first)).filter(({ branch }) => branch === null)).toEqual([]);
  });

  it('can be filtered by outcome, time, and text of the body', async () => {
    expect(await outcomes(both, '&branch=2&outcome=ignored')).toEqual(['ignored']);
    expect(await outcomes(both, '&branch=2&outcome=unreadable')).toHaveLength(3);
    expect(await outcomes(both, '&branch=1&outcome=follow-up')).toEqual([]);
    const all = await newestDeliveries(server, both, '&branch=1');
    const from = all[2]?.receivedAt ?? '';
    const since = all.filter(({ receivedAt }) => receivedAt >= from).map(({ id }) => id);
    expect((await newestDeliveries(server, both, `&branch=1&from=${from}`)).map(({ id }) => id)).toEqual(since);
    const until = (await newestDeliveries(server, both, `&branch=1&to=${from}`)).map(({ id }) => id);
    expect([...since, ...until]).toEqual(all.map(({ id }) => id));
    expect(await outcomes(both, `&branch=1&q=${encodeURIComponent('100%_1')}`)).toHaveLength(4);
    expect(await outcomes(both, `&branch=1&q=${encodeURIComponent('100__1')}`)).toEqual([]);
    expect(await outcomes(both, `&branch=1&q=${encodeURIComponent("' OR 1=1 --")}`)).toEqual([]);
  });

  it('names the causes of outcomes, and can be filtered by one', async () => {
    const causes = async (query: string) => (await newestDeliveries(server, both, query)).map(({ cause }) => cause);
    expect(await causes('&branch=1&outcome=applied')).toEqual([null, null, null]);
    expect(await causes('&branch=2&cause=unknown-event')).toEqual(['unknown-event']);
    expect(await causes('&branch=2&cause=not-json')).toEqual(['not-json', 'not-json']);
    expect(await causes('&branch=2&cause=member')).toEqual(['member']);
    expect(await causes('&branch=2&cause=member&outcome=ignored')).toEqual([]);
    expect(await causes('&branch=1&cause=no-order')).toEqual([]);
  });

  it('shows the parsed body, and never a whole signature', async () => {
    const [repeat] = await newestDeliveries(server, first);
    expect(repeat?.told).toEqual({
      event: 'kitchenStartCourse',
      at: new Date(AT).toISOString(),
      order: { kind: 'table', number: 85214, ticketNumber: null },
      table: { number: '12', subNumber: '2', name: 'J. Smith', guests: 4 },
      course: { number: 1, name: '100%_1', abbreviation: 'MA' },
    });
    expect(repeat?.headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'node',
      'x-service-subscription-id': 'heatlamp',
      'x-service-signature': expect.stringMatching(/^[A-Za-z0-9+/]{8}…$/),
    });
    for (const { outcome, told } of await newestDeliveries(server, both, '&branch=2'))
      expect([outcome, told === null]).toEqual([outcome, outcome === 'ignored' || outcome === 'unreadable']);
  });

  it('returns one delivery to those who may see it', async () => {
    const [newest] = await newestDeliveries(server, both, '&branch=2&outcome=ignored');
    const one = (id: string | undefined, token: string) => server.get(`/api/v1/deliveries/${id}`, token);
    expect(await (await one(newest?.id, both)).json()).toEqual(newest);
    const refused = await one(newest?.id, first);
    expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: 'branch' })]);
    expect((await one('01900000-0000-7000-8000-000000000000', both)).status).toBe(404);
  });

  it('counts the last hour and day, and all that could not be read', async () => {
    const counts = async (token: string, branch: number) =>
      (await server.get(`/api/v1/deliveries/counts?branch=${branch}`, token)).json();
    const none = { applied: 0, repeat: 0, ignored: 0, unreadable: 0, 'follow-up': 0 };
    const lately = { ...none, applied: 3, repeat: 1 };
    expect(await counts(first, 1)).toMatchObject({
      lastHour: lately,
      lastDay: lately,
      isWholeDay: true,
      unreadable: 0,
    });
    const ofTwo = { ...none, applied: 3, ignored: 1, unreadable: 3 };
    expect(await counts(both, 2)).toMatchObject({ lastHour: ofTwo, lastDay: ofTwo, unreadable: 3 });
    server.setNow(Date.now() + 2 * 3_600_000);
    expect(await counts(both, 2)).toMatchObject({ lastHour: none, lastDay: ofTwo, unreadable: 3 });
    server.setNow(null);
  });

  it('shows which workplace is quiet, and which has a wrong clock', async () => {
    const own = await startServer(undefined, {}, Date.UTC(2026, 5, 19, 16, 0));
    const token = await addProgram(own);
    const opened = Date.UTC(2026, 5, 19, 16, 0);
    const post = async (minute: number, workplaceNumber: number, aheadMs = 0) => {
      own.setNow(opened + minute * 60_000);
      const members = eventMembers({ at: opened + minute * 60_000 + aheadMs, order: `o-${minute}-${workplaceNumber}` });
      const sender = { branchNumber: 1, workplaceNumber };
      await own.post('kitchenStartCourse', JSON.stringify({ ...members, sender }));
    };
    for (let minute = 0; minute < 30; minute += 2) {
      await post(minute, 1);
      await post(minute, 2, 192_000);
      if (minute < 10) await post(minute, 3);
    }
    const counted = await (await own.get('/api/v1/deliveries/counts', token)).json();
    await own.stop();
    const lastAt = (minute: number) => new Date(opened + minute * 60_000).toISOString();
    expect(counted.workplaces).toEqual([
      { workplace: 1, lastDeliveryAt: lastAt(28), quietSince: null, clockOffMs: null },
      { workplace: 2, lastDeliveryAt: lastAt(28), quietSince: null, clockOffMs: -192_000 },
      { workplace: 3, lastDeliveryAt: lastAt(8), quietSince: lastAt(8), clockOffMs: null },
    ]);
  });

  it('is split into pages that have every delivery exactly once', async () => {
    const all = (await newestDeliveries(server, both, '&branch=2')).map(({ id }) => id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page: Page = await (await server.get(`/api/v1/deliveries?branch=2&limit=2${cursor}`, both)).json();
      seen.push(...page.deliveries.map(({ id }) => id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(all);
  });

  it('has fewer deliveries on a page than requested if their bodies are large, and every delivery once', async () => {
    const sent = Array.from({ length: 45 }, (_, index) => `{"no":${index},"x":"${'x'.repeat(250_000)}"}`);
    for (const body of sent) expect((await server.post('kitchenStartCourse', body)).status).toBe(400);
    const sizes: number[] = [];
    const bodies: (string | null)[] = [];
    let cursor = '';
    do {
      const query = `branch=2&limit=1000&outcome=unreadable&q=xxxxxxxx${cursor}`;
      const page = (await (await server.get(`/api/v1/deliveries?${query}`, both)).json()) as Page;
      sizes.push(page.deliveries.length);
      bodies.push(...page.deliveries.map(({ body }) => body));
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    } while (cursor);
    expect(bodies).toEqual(sent.toReversed());
    expect(sizes.length).toBeGreaterThan(1);
    // 8 MB and one body.
    expect(Math.max(...sizes)).toBe(34);
  });

  it('is replayed only by callers who may see it', async () => {
    const replay = (id: string, token: string) =>
      fetch(`${server.url}/api/v1/deliveries/${id}/replay`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
    const [ofTwo] = await newestDeliveries(server, both, '&branch=2&outcome=ignored');
    const ofNobody = (await newestDeliveries(server, both, '&branch=1')).find(({ branch }) => branch === null);
    for (const hidden of [ofTwo, ofNobody]) {
      expect((await replay(hidden?.id ?? '', first)).status).toBe(403);
      expect(await (await replay(hidden?.id ?? '', both)).json()).toEqual({ replayed: 1, applied: 0 });
    }
    expect((await replay('01900000-0000-7000-8000-000000000000', both)).status).toBe(404);
  });
});

describe('a replay', () => {
  let server: RunningServer;
  let token: string;
  beforeEach(async () => {
    server = await startServer();
    token = await addProgram(server);
    return () => server.stop();
  });

  /** The subscription as it is, pinned to an event. */
  async function pin(event: string): Promise<void> {
    await server.command('subscription remove', { id: 'heatlamp' });
    await server.command('subscription add', { id: 'heatlamp', ...KEY, event });
  }

  async function replay(id: string): Promise<unknown> {
    const answer = await fetch(`${server.url}/api/v1/deliveries/${id}/replay`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    return answer.json();
  }

  it('applies an unreadable or unknown delivery after its subscription is pinned to an event', async () => {
    await server.post('scanCode', eventBody({ at: AT, course: 1 }));
    await server.post('startCourseV2', eventBody({ at: AT, course: 2 }));
    const [unknown, unreadable] = await newestDeliveries(server, token);
    expect([unknown?.outcome, unreadable?.outcome]).toEqual(['ignored', 'unreadable']);
    expect(await replay(unreadable?.id ?? '')).toEqual({ replayed: 1, applied: 0 });

    await pin('kitchenStartCourse');
    for (const { id } of [unknown, unreadable].filter((delivery) => delivery !== undefined))
      expect(await replay(id)).toEqual({ replayed: 1, applied: 1 });
    const after = await newestDeliveries(server, token);
    expect(after).toMatchObject([
      { id: unknown?.id, outcome: 'applied', reason: null, body: unknown?.body, receivedAt: unknown?.receivedAt },
      { id: unreadable?.id, outcome: 'applied', reason: null, branch: 1, pathEvent: 'scanCode' },
    ]);
    const { tickets } = await (await server.get('/api/v1/board', token)).json();
    expect(tickets.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      after.map(({ ticketId }) => ticketId).toSorted(),
    );
  });

  it('reads with the settings of today', async () => {
    const body = eventBody({ at: AT, actual: 58 });
    await server.command('setting set', { key: 'pathSlip', value: 'off', branch: 1 });
    await server.post('kitchenStartCourse', body);
    await server.command('setting set', { key: 'pathSlip', value: 'on', branch: 1 });
    await server.post('kitchenStartCourse', body);
    expect(await newestDeliveries(server, token)).toMatchObject([
      { outcome: 'ignored', reason: 'the same bytes came for kitchenStartCourse' },
      { outcome: 'applied', reason: null },
    ]);
  });

  it('leaves applied deliveries as they are, and applies nothing twice', async () => {
    const body = eventBody({ at: AT });
    await server.post('scanCode', body);
    await server.post('kitchenStartCourse', body);
    const [applied, unreadable] = await newestDeliveries(server, token);
    expect(await replay(applied?.id ?? '')).toEqual({ replayed: 1, applied: 0 });
    await pin('kitchenStartCourse');
    expect(await replay(unreadable?.id ?? '')).toEqual({ replayed: 1, applied: 0 });
    expect(await newestDeliveries(server, token)).toMatchObject([{ outcome: 'applied' }, { outcome: 'repeat' }]);
    const { tickets, version } = await (await server.get('/api/v1/board', token)).json();
    expect(tickets).toHaveLength(1);
    await replay(unreadable?.id ?? '');
    expect((await (await server.get('/api/v1/board', token)).json()).version).toBe(version);
  });

  it('of all unreadable deliveries reads each once, regardless of the outcome', async () => {
    for (const course of [1, 2, 3]) await server.post('scanCode', eventBody({ at: AT, course }));
    for (const text of ['not json', '{}']) await server.post('kitchenStartCourse', text);
    await pin('kitchenStartCourse');
    expect(await server.command('deliveries replay', { outcome: 'unreadable' })).toEqual({ replayed: 5, applied: 3 });
    expect(await server.command('deliveries replay', { outcome: 'unreadable' })).toEqual({ replayed: 2, applied: 0 });
  });

  it('of all continues where it stopped, and returns the outcome of each delivery', async () => {
    for (let course = 1; course <= 60; course += 1) await server.post('scanCode', eventBody({ at: AT, course }));
    await server.post('kitchenStartCourse', 'not json');
    await pin('kitchenStartCourse');
    const chunk = async (query: string): Promise<ReplayResult> => {
      const answer = await fetch(`${server.url}/api/v1/deliveries/unreadable/replay?branch=1${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
      return answer.json();
    };
    const first = await chunk('');
    expect(first).toMatchObject({ replayed: 50, applied: 50 });
    const rest = await chunk(`&cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ replayed: 11, applied: 10, nextCursor: null });
    const listed = [...first.deliveries, ...rest.deliveries];
    expect(listed.map(({ told }) => told?.course.number ?? null)).toEqual(
      [...Array(60).keys(), null].map((n) => (n === null ? null : n + 1)),
    );
    expect(listed.at(-1)).toMatchObject({ outcome: 'unreadable', cause: 'not-json', ticketId: null });
    expect(new Set(listed.map(({ ticketId }) => ticketId)).size).toBe(61);
    expect(await chunk('')).toMatchObject({ replayed: 1, applied: 0, nextCursor: null });
  });

  it('of all replays only the deliveries that the caller may see', async () => {
    const other = await addProgram(server, [2]);
    await server.post('scanCode', eventBody({ at: AT, branch: 1 }));
    await server.post('kitchenStartCourse', 'of nobody knows which branch');
    const answer = await fetch(`${server.url}/api/v1/deliveries/unreadable/replay`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${other}` },
    });
    expect(await answer.json()).toEqual({ replayed: 0, applied: 0, deliveries: [], nextCursor: null });
  });

  it('is refused to a caller who lost access before its turn', async () => {
    const owner = { Cookie: await signedIn(server, { role: 'owner' }) };
    await server.post('scanCode', eventBody({ at: AT }));
    const [unreadable] = await newestDeliveries(server, token);
    await pin('kitchenStartCourse');
    for (const [change, body, status] of [
      ['', { name: 'program', branches: [2], view: 'api' }, 403],
      ['/revoke', {}, 401],
    ] as const) {
      const screen = await server.command<{ id: number; token: string }>('screen add', {
        ...{ name: 'program', branches: [1], view: 'api' },
      });
      const headers = { Authorization: `Bearer ${screen.token}` };
      const answers = await sendInOneTurn(server, [
        () => postAuth(server, `/api/v1/screens/${screen.id}${change}`, body, owner),
        () => postAuth(server, `/api/v1/deliveries/${unreadable?.id}/replay`, {}, headers),
        () => postAuth(server, '/api/v1/deliveries/unreadable/replay', {}, headers),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, status, status]);
    }
    expect((await newestDeliveries(server, token))[0]?.outcome).toBe('unreadable');
  });

  it('does not move the last delivery, nor the POS’s clock', async () => {
    await server.post('scanCode', eventBody({ at: AT }));
    const board = async () => (await server.get('/api/v1/board', token)).json();
    const before = await board();
    await pin('kitchenStartCourse');
    const [unreadable] = await newestDeliveries(server, token);
    await replay(unreadable?.id ?? '');
    const after = await board();
    expect([after.lastDeliveryAt, after.posOffsetMs]).toEqual([before.lastDeliveryAt, before.posOffsetMs]);
    expect(after.tickets).toHaveLength(1);
  });
});
