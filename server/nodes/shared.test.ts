import { setTimeout } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { RefusalList } from '../../contract/deliveries';
import type { GuestVisit } from '../../contract/guests';
import type { BoardChange, ScreenToServer, ServerToScreen, Ticket } from '../../contract/live';
import type { Fleet } from '../../contract/screens';
import { DAY_MS } from '../../lib/time-units';
import { startHeartbeat } from '../heartbeat/heartbeat';
import { rowOf } from '../intake/inbox-entry';
import { eraseLooseBodies } from '../privacy/erase';
import { storeLastSeen } from '../screens/last-seen';
import { changeScreen } from '../screens/screens';
import { CHANNEL, NEXT_GENERATION } from '../sql/node-statements';
import type { Database, Sql } from '../storage/database';
import { openPostgresql } from '../storage/postgresql-client';
import { countQueries } from '../testing/count-queries';
import { changeRows, readRows } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { inTurn } from '../testing/in-turn';
import { DEFAULT_CONTEXT, deliveryOf } from '../testing/kitchen';
import { cookiesOf, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type Nodes, startNodes } from '../testing/node-pair';
import { KEY, signedHeaders } from '../testing/pos-key';
import { send } from '../testing/requests';
import type { RunningServer } from '../testing/running-server';
import { waitUntilCommitted } from '../testing/stored-state';
import { addSubscription } from '../webhooks/subscriptions';
import { createConfigurationCheck } from './configuration-check';
import { createHeads } from './heads';

type Client = Socket<ServerToScreen, ScreenToServer>;
const START = 'kitchenStartCourse';

let nodes: Nodes;
let first: RunningServer;
let second: RunningServer;
const clients: Client[] = [];
beforeAll(async () => {
  nodes = await startNodes(null);
  ({ first, second } = nodes);
  await first.post(START, eventBody({ at: at(), order: 'first' }));
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await nodes.stop();
});

const at = () => Date.now() - 60_000;

/** A screen that was paired on the first node, with a socket to another. */
async function connect(node: RunningServer, view: string): Promise<{ id: number; token: string; client: Client }> {
  const paired = await first.command<{ id: number; token: string }>('screen add', { name: view, branches: [1], view });
  const auth = { token: paired.token, branch: 1, contract: 1 };
  const client: Client = io(node.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
  clients.push(client);
  await new Promise((done, failed) => client.once('board:snapshot', done).once('connect_error', failed));
  return { ...paired, client };
}

/** Until `work` ends, the second node does not learn of what the first one commits. */
const inTurnOfSecond = <Result>(work: (sql: Sql) => Promise<Result>) => inTurn(second, work);

const fail = () => Promise.reject(new Error('memory has everything'));

const next = <Event extends keyof ServerToScreen>(client: Client, event: Event) =>
  new Promise<Parameters<ServerToScreen[Event]>[0]>((resolve) => client.once(event, resolve as never));

it('sends what one node projects to the screens of another, and once', async () => {
  const { client } = await connect(second, 'kitchen');
  const changes: BoardChange[] = [];
  client.on('board:changed', (change) => changes.push(change));
  for (const order of ['one', 'two', 'three']) await first.post(START, eventBody({ at: at(), order }));
  const version = () => first.core.boards.branch(1)?.row.version;
  await expect.poll(() => changes.at(-1)?.version).toBe(version());
  for (const [index, change] of changes.entries())
    if (index > 0) expect(change.previousVersion).toBe(changes[index - 1]?.version);
  expect(new Set(changes.flatMap(({ tickets }) => tickets.map(({ orderId }) => orderId))).size).toBe(3);
  // Also a snapshot and the changes since a version are the branch's, not the node's.
  const known = { epoch: changes[0]?.epoch ?? '', version: changes[0]?.version ?? 0 };
  const answer = await client.emitWithAck('board:resync', known);
  expect(answer).toMatchObject({ previousVersion: known.version, version: version() });
  expect(await client.emitWithAck('board:resync', { ...known, version: 0 })).toMatchObject({ version: version() });
});

it('answers through any node with what another has acknowledged before', async () => {
  const { token } = await first.command<{ token: string }>('screen add', { name: 'api', branches: [1], view: 'api' });
  for (const [index, node] of [first, second, first, second].entries()) {
    await node.post(START, eventBody({ at: at(), order: `read-${index}` }));
    const other = node === first ? second : first;
    const version = async () =>
      ((await (await other.get('/api/v1/board', token)).json()) as { version: number }).version;
    const askedAt = performance.now();
    const answered = await version();
    const expected = node.core.boards.branch(1)?.row.version;
    // A node waits a second at most for what another one projects.
    if (performance.now() - askedAt < 1_000) expect(answered).toBe(expected);
    else await expect.poll(version).toBe(expected);
  }
});

it('refuses no delivery for good whose subscription another node has just added', async () => {
  const key = { ...KEY, secret: Buffer.alloc(32, 7).toString('base64') };
  const body = eventBody({ at: at(), order: 'added' });
  const post = (id: string) =>
    send(`${second.url}/webhooks/${START}`, { headers: signedHeaders(body, { id, key }), body });
  const statusOf = async (id: string) => (await post(id)).status;
  // Without a message to the other nodes.
  await first.core.queue.run(async (sql) => {
    await addSubscription(sql, { ...key, id: 'silent' }, first.core.secretBox, Date.now());
    await sql.$queryRawUnsafe(NEXT_GENERATION);
  });
  // A check that takes long also asks the POS to call again.
  await expect.poll(() => statusOf('silent')).toBe(200);
  const unavailable = () => second.core.refusals.own().find(({ code }) => code === 'UNAVAILABLE');
  const before = unavailable()?.count ?? 0;
  await inTurnOfSecond(async () => {
    await first.command('subscription add', { ...key, id: 'added' });
    const answer = await post('added');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(String(answer.body))).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    // It was not known here, so it does not count for that subscription.
    expect(unavailable()).toMatchObject({ subscriptionId: null, count: before + 1 });
  });
  await expect.poll(() => statusOf('added')).toBe(200);
});

it('refuses no delivery for good for a branch that another node has just allowed its subscription', async () => {
  const key = { ...KEY, secret: Buffer.alloc(32, 8).toString('base64') };
  await first.command('subscription add', { ...key, id: 'widened', branches: [2] });
  const body = eventBody({ at: at(), order: 'widened' });
  const post = () =>
    send(`${second.url}/webhooks/${START}`, { headers: signedHeaders(body, { id: 'widened', key }), body });
  // A check that takes long asks the POS to call again.
  await expect.poll(async () => (await post()).status).toBe(400);
  await inTurnOfSecond(async () => {
    await first.command('subscription limit', { id: 'widened', branches: null });
    const answer = await post();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  });
  await expect.poll(async () => (await post()).status).toBe(200);
  const stored = 'SELECT "outcome" FROM "Delivery" WHERE "subscription" = \'widened\' ORDER BY "id"';
  await expect.poll(() => readRows(first.dataDir, stored)).toEqual([{ outcome: 'unreadable' }, { outcome: 'applied' }]);
});

it('asks the database once about unknown signatures that come together', async () => {
  const queries = await second.core.queue.run(async (sql) => {
    const database = countQueries(sql);
    const isKnown = createConfigurationCheck({ ...second.core, database, configuration: second.core, follow: fail });
    expect(await Promise.all(Array.from({ length: 100 }, isKnown))).toEqual(Array(100).fill(true));
    return database.queries();
  });
  expect(queries).toBe(1);
});

it('takes a tap on a ticket that another node projected', async () => {
  const { client } = await connect(second, 'ready');
  await first.post('kitchenCompleteCourse', eventBody({ at: at(), order: 'tapped' }));
  const ticketOf = (node: RunningServer) =>
    [...(node.core.boards.branch(1)?.orders.values() ?? [])].find(({ identity }) => identity === 'id:tapped')
      ?.tickets[0];
  await expect.poll(() => ticketOf(second)).toBeDefined();
  const ticket = ticketOf(second);
  const ticketId = `${ticket?.orderKey}-${ticket?.course.number}-${ticket?.round}`;
  const note = { noteId: '0b0e2f0e-6d0c-4a5e-9f5e-2f6a5f1b7c11', kind: 'claim', ticketId } as const;
  expect(await client.emitWithAck('ticket:note', note)).toMatchObject({ ticket: { claim: { by: { name: 'ready' } } } });
  await expect.poll(() => ticketOf(first)?.noted.claim).not.toBeNull();
});

it('has the screens of all nodes, sends them commands, and shuts out one that is revoked', async () => {
  const { id, client } = await connect(second, 'pass');
  const cookie = await signedIn(first, { name: 'olga', role: 'owner' });
  const fleet = async () =>
    (await (await fetch(`${first.url}/api/v1/screens`, { headers: { Cookie: cookie } })).json()) as Fleet;
  const post = (path: string, body: object) =>
    postAuth(first, `/api/v1/screens/${id}/${path}`, body, { Cookie: cookie, Origin: first.url });
  await expect.poll(async () => (await fleet()).screens.find((one) => one.id === id)?.state).toBe('live');
  const command = next(client, 'screen:command');
  expect((await post('command', { kind: 'identify' })).status).toBe(200);
  expect(await command).toEqual({ kind: 'identify' });
  const closed = new Promise((done) => client.once('disconnect', done));
  expect((await post('revoke', {})).status).toBe(200);
  expect(await closed).toBe('io server disconnect');
});

it('[F9] removes a late-closed ticket from its screens also if it has to read the whole branch', async () => {
  const ids = new Set<string>();
  const show = (tickets: readonly Ticket[]) => {
    for (const { orderId, closedAt } of tickets) {
      if (closedAt === null) ids.add(orderId ?? '');
      else ids.delete(orderId ?? '');
    }
  };
  let version = 0;
  const { client } = await connect(second, 'kitchen');
  client.on('board:changed', (change) => {
    show(change.tickets);
    version = change.version;
  });
  client.on('board:snapshot', (board) => {
    ids.clear();
    show(board.tickets);
    version = board.version;
  });
  const order = 'closed late';
  const table = null;
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
  await first.post(START, eventBody({ at: minutesAgo(60), order, table }));
  await expect.poll(() => ids.has(order)).toBe(true);
  await inTurnOfSecond(async () => {
    await first.post('kitchenServeCourse', eventBody({ at: minutesAgo(40), order, table }));
    // A commit after which others read the whole branch, as after one of many orders.
    await first.command('setting set', { key: 'fallbackLate', value: '4', branch: 1 });
  });
  await expect.poll(() => version).toBe(first.core.boards.branch(1)?.row.version);
  expect(ids).not.toContain(order);
});

it('sends away a screen that it admitted before it knew what another node has changed about it', async () => {
  const { id, token, client } = await connect(second, 'kitchen');
  const closed = new Promise((done) => client.once('disconnect', done));
  const change = await first.core.queue.run(async (sql) => {
    await changeScreen(sql, id, { name: 'guests', branches: [1], view: 'pickup' });
    return first.core.reload(sql);
  });
  change();
  expect(await closed).not.toBe('io server disconnect');
  const auth = { token, branch: 1, contract: 1 };
  const back: Client = io(second.url, { transports: ['websocket'], auth, forceNew: true });
  clients.push(back);
  expect((await next(back, 'board:snapshot')).screen?.view).toBe('pickup');
});

it('learns when a screen of another node was last seen', async () => {
  const { id, client } = await connect(first, 'kitchen');
  const screenOf = ({ core }: RunningServer) => [...core.screens().values()].find((screen) => screen.id === id);
  await expect.poll(() => screenOf(first)?.lastSeenAt ?? null).not.toBeNull();
  client.disconnect();
  await expect.poll(() => screenOf(second)).toBeDefined();
  const isAlone = ({ presence }: RunningServer['core']) => [...presence.own()].every(({ screen }) => screen !== id);
  await expect.poll(() => isAlone(first.core)).toBe(true);
  for (const { core } of [first, second]) await storeLastSeen(core.queue, core.screens)();
  expect(screenOf(second)?.lastSeenAt).toBe(screenOf(first)?.lastSeenAt);
});

it('shares people, sessions and settings', async () => {
  const cookie = await signedIn(first, { name: 'anna' });
  const asks = (node: RunningServer) => fetch(`${node.url}/api/v1/live`, { headers: { Cookie: cookie } });
  expect((await asks(second)).status).toBe(200);
  const answer = await postAuth(
    second,
    '/api/auth/sign-in',
    { name: 'anna', password: PASSWORD },
    { Origin: second.url },
  );
  expect(answer.status).toBe(200);
  const other = { headers: { Cookie: cookiesOf(answer) } };
  expect((await fetch(`${first.url}/api/v1/live`, other)).status).toBe(200);
  await first.command('setting set', { key: 'fallbackLate', value: '3', branch: 1 });
  await second.post(START, eventBody({ at: at(), order: 'limited', expected: null }));
  expect(second.core.settings.value('fallbackLate', 1)).toBe(3);
});

it('counts the refused requests of all nodes together', async () => {
  const cookie = await signedIn(first, { name: 'owner-of-all' });
  const body = eventBody({ at: at(), order: 'refused' });
  const refuse = ({ url }: RunningServer) =>
    send(`${url}/webhooks/${START}`, {
      body,
      headers: signedHeaders(body, { key: { ...KEY, secretEncoding: 'utf8' } }),
    });
  const counted = async ({ url }: RunningServer) => {
    const answer = await fetch(`${url}/api/v1/refusals`, { headers: { Cookie: cookie } });
    const { refusals } = (await answer.json()) as RefusalList;
    // Other tests of this file are refused with other codes.
    const wronglySigned = refusals.filter(({ code }) => code === 'INVALID_SIGNATURE');
    return wronglySigned.map(({ count, finding }) => ({ count, finding }));
  };
  await refuse(first);
  await refuse(second);
  const finding = expect.objectContaining({ is: 'signed-otherwise', secretEncoding: 'utf8' });
  for (const node of [first, second]) await expect.poll(() => counted(node)).toEqual([{ count: 2, finding }]);
  const third = await nodes.start();
  await expect.poll(() => counted(third)).toEqual([{ count: 2, finding }]);
});

it('projects what a node that is gone has acknowledged', async () => {
  const delivery = deliveryOf(START, eventBody({ at: at(), order: 'left' }), Date.now());
  const row = rowOf({ delivery, context: { ...DEFAULT_CONTEXT, pathEvent: START } });
  await changeRows(
    first.dataDir,
    'INSERT INTO "Inbox" ("id", "envelope", "body", "node") VALUES (?, ?, ?, 7)',
    row.id,
    row.envelope,
    row.body,
  );
  const outcome = () => readRows(first.dataDir, 'SELECT "outcome" FROM "Delivery" WHERE "id" = ?', row.id);
  await expect.poll(outcome).toEqual([{ outcome: 'applied' }]);
  await expect.poll(() => readRows(first.dataDir, 'SELECT "id" FROM "Inbox"')).toEqual([]);
});

it('catches up with a commit that it was not notified of', async () => {
  await readRows(
    first.dataDir,
    `SELECT pg_terminate_backend("pid") FROM pg_stat_activity
      WHERE "datname" = current_database() AND "query" IN ('LISTEN heatlamp', 'SELECT 1')`,
  );
  await first.post(START, eventBody({ at: at(), order: 'missed' }));
  await expect.poll(() => second.core.boards.branch(1)?.orderKeys.has('id:missed')).toBe(true);
});

it('looks at everything after a message that no node sent', async () => {
  for (const text of ['', 'no JSON', '5', '{"node":7}'])
    await readRows(first.dataDir, 'SELECT pg_notify(?, ?)', CHANNEL, text);
  await first.post(START, eventBody({ at: at(), order: 'after noise' }));
  await expect.poll(() => second.core.boards.branch(1)?.orderKeys.has('id:after noise')).toBe(true);
});

it('knows that its boards are old while it cannot follow, though it reads that others changed them', async () => {
  const { unseenMs } = second.core.follower;
  await inTurnOfSecond(async () => {
    await first.post(START, eventBody({ at: at(), order: 'unseen' }));
    // It reads every three seconds that others changed something.
    await expect.poll(unseenMs).toBeGreaterThan(4_500);
  });
  await expect.poll(unseenMs).toBeLessThan(3_000);
});

it('stores no gap when a node starts or stops while another listens', async () => {
  const third = await nodes.start();
  third.core.heartbeat.begin();
  await third.core.heartbeat.end(third.core.now());
  expect(await readRows(first.dataDir, 'SELECT * FROM "Gap"')).toEqual([]);
});

it('[F21b] stores a gap after it hung only if no other node listened meanwhile', async () => {
  const begun = Date.now();
  const othersListenedUntil = (seconds: number) =>
    changeRows(first.dataDir, 'UPDATE "Attendance" SET "until" = ? WHERE "id" = 1', begun + seconds * 1_000);
  const downs = () => readRows(first.dataDir, `SELECT "fromAt" FROM "Gap" WHERE "cause" = 'down'`);
  const stored = () => readRows(first.dataDir, 'SELECT "until" FROM "Attendance" WHERE "id" = 1');
  const hang = async (othersUntil: number) => {
    await othersListenedUntil(othersUntil);
    let now = begun;
    const heartbeat = startHeartbeat({ ...second.core, now: () => now, listenedUntil: null }, 2);
    heartbeat.begin();
    now = begun + 90_000;
    await expect.poll(stored).toEqual([{ until: now }]);
    await heartbeat.end(now);
  };
  // Nobody else stores anything meanwhile.
  for (const node of [first, second]) await node.core.heartbeat.end(begun);
  await hang(85);
  expect(await downs()).toEqual([]);
  await hang(30);
  expect(await downs()).toEqual([{ fromAt: begun }]);
});

it('reads what another node committed about several branches with as many statements as about one', async () => {
  const numbers = [11, 12, 13, 14, 15];
  const post = async (event: string, branches: readonly number[]) => {
    for (const branch of branches) await first.post(event, eventBody({ at: at(), branch, order: `of-${branch}` }));
    await waitUntilCommitted(first.core);
  };
  await post(START, numbers);
  const isInMemory = (branch: number) => second.core.boards.branch(branch)?.orders.size === 1;
  await expect.poll(() => numbers.every(isInMemory)).toBe(true);
  const statementsFor = (branches: readonly number[]) =>
    inTurnOfSecond(async (sql) => {
      await post('kitchenCompleteCourse', branches);
      const counted = countQueries(sql);
      await second.core.boards.follow(counted, branches);
      return counted.queries();
    });
  const statementsForOne = await statementsFor(numbers.slice(0, 1));
  expect(await statementsFor(numbers.slice(1))).toBe(statementsForOne);
  for (const number of numbers)
    expect(second.core.boards.branch(number)?.row).toEqual(first.core.boards.branch(number)?.row);
});

it('notices what another node committed also if it commits itself while it asks', async () => {
  await first.command('branch set', { number: 32 });
  await expect.poll(() => second.core.boards.branch(32)).toBeDefined();
  const database = openPostgresql(second.core.config.databaseUrl ?? '');
  let [asked, answer] = [() => {}, () => {}];
  const isAsked = new Promise<void>((done) => {
    asked = done;
  });
  const isAnswered = new Promise<void>((done) => {
    answer = done;
  });
  const slow = database.$extends({
    query: {
      async $queryRawUnsafe({ args, query }) {
        const rows = await query(args);
        asked();
        await isAnswered;
        return rows;
      },
    },
  }) as unknown as Database;
  const { boards, node } = second.core;
  const { read } = createHeads({ node: node ?? 0, database: slow, boards, configuration: second.core });
  const reading = await second.core.queue.run(async (sql, stages) => {
    await first.post(START, eventBody({ at: at(), order: 'asked' }));
    await stages.lock(sql, [32]);
    stages.of(32);
    const begun = read();
    await isAsked;
    return { begun };
  });
  answer();
  expect(await reading.begun).toMatchObject({ isBehind: true });
  await database.$disconnect();
});

it('records as the value before a change what another node has just set', async () => {
  await first.command('branch set', { number: 31, name: 'Old' });
  await expect.poll(() => second.core.boards.branch(31)?.row.name).toBe('Old');
  const changing = inTurnOfSecond(() => first.command('branch set', { number: 31, name: 'Between' }));
  const after = second.command('branch set', { number: 31, name: 'New' });
  await Promise.all([changing, after]);
  const [last] = await second.command<AuditEntry[]>('audit list', { limit: 1 });
  expect(last).toMatchObject({ before: { name: 'Between' }, after: { name: 'New' } });
});

it('[F27d] stores no search for a name that another node has erased while the entry waited', async () => {
  const cookie = await signedIn(first, { name: 'owner-who-erases', role: 'owner' });
  const order = 'leaves-for-good';
  const table = { number: 77, subNumber: 1, tableName: 'Duizendschoon' };
  await first.post(START, eventBody({ at: at(), order, table }));
  await first.post('kitchenServeCourse', eventBody({ at: at() + 1_000, order, table }));
  const [visit] = await first.command<GuestVisit[]>('guest find', { name: 'duizendschoon' });
  const see = (query: string) =>
    fetch(`${second.url}/api/v1/history/courses?branch=1&q=${query}`, { headers: { Cookie: cookie } });
  await inTurnOfSecond(async () => {
    expect((await see('Duizendschoon')).status).toBe(200);
    // Entries are written every half second: this one waits for its turn now.
    await setTimeout(1_200);
    const body = { visits: [visit?.id], name: 'Duizendschoon' };
    const erased = await postAuth(first, '/api/v1/guests/erase', body, { Cookie: cookie, Origin: first.url });
    expect(await erased.json()).toMatchObject({ visits: 1 });
  });
  const views = () => first.command<AuditEntry[]>('audit list', { by: 'owner-who-erases', kind: 'view' });
  await expect
    .poll(async () => (await views()).map(({ action, query }) => [action, query]))
    .toEqual([['history', null]]);
  // Later ones are stored with their query.
  await see('Leeuwenbek');
  await expect.poll(async () => (await views())[0]?.query).toBe('q=Leeuwenbek');
});

describe('a branch that one order came for', () => {
  /** Posts to one node, and resolves when the other one has it too. */
  async function begin(branch: number, order: string): Promise<void> {
    await first.post(START, eventBody({ at: at(), branch, order }));
    await expect.poll(() => second.core.boards.branch(branch)?.orders.size).toBe(1);
    expect(second.core.boards.branch(branch)?.row.provisionalSince).not.toBeNull();
  }
  const identitiesOf = (node: RunningServer, branch: number) =>
    [...(node.core.boards.branch(branch)?.orders.values() ?? [])].map(({ identity }) => identity);

  it('[F25b] is not removed after another node took it', async () => {
    await begin(21, 'one');
    // Committed by another node a moment ago, which has not notified this one yet.
    await changeRows(
      first.dataDir,
      'UPDATE "Branch" SET "provisionalSince" = NULL, "revision" = "revision" + 1 WHERE "number" = 21',
    );
    await expect(second.command('branch remove', { number: 21 })).rejects.toThrow('in use');
  });

  it('[F25b] is new on every node once one has removed it', async () => {
    await begin(22, 'before');
    let posting: Promise<unknown> = Promise.resolve();
    await inTurnOfSecond(async () => {
      posting = second.post(START, eventBody({ at: at(), branch: 22, order: 'after' }));
      await first.command('branch remove', { number: 22 });
    });
    await posting;
    await expect.poll(() => identitiesOf(first, 22)).toEqual(['id:after']);
    expect(identitiesOf(second, 22)).toEqual(['id:after']);
    expect(second.core.boards.branch(22)?.row).toEqual(first.core.boards.branch(22)?.row);
    const third = await nodes.start();
    expect(identitiesOf(third, 22)).toEqual(['id:after']);
  });

  it('[F25b] is new on every node, also if it came again before they looked', async () => {
    await begin(23, 'before');
    await inTurnOfSecond(async () => {
      await first.command('branch remove', { number: 23 });
      await first.post(START, eventBody({ at: at(), branch: 23, order: 'after' }));
    });
    await expect.poll(() => identitiesOf(second, 23)).toEqual(['id:after']);
  });
});

it('keeps the business days of the last cut-off where another node still rewrites them for the one before', async () => {
  // So long ago that a node which starts now does not have it in memory.
  const past = { at: Date.now() - 2 * DAY_MS, branch: 33, order: 'past' };
  for (const event of [START, 'kitchenServeCourse']) await first.post(event, eventBody(past));
  const days = () => readRows(first.dataDir, 'SELECT "businessDay" FROM "CourseTicket" WHERE "branch" = 33');
  const right = await days();
  const slow = await nodes.start();
  const cutOffIn = ({ core }: RunningServer) => core.boards.branch(33)?.row.cutOffMinute;
  const { run } = slow.core.queue;
  const held = async (command: Parameters<typeof run>[0]) => {
    // It has stored the cut-off, and rewrites nothing until another node has corrected it.
    if (cutOffIn(slow) === 23 * 60) await corrected;
    return run(command);
  };
  vi.spyOn(slow.core.queue, 'run').mockImplementation(held as typeof run);
  const rewritten = slow.command('branch set', { number: 33, cutOff: '23:00' });
  const corrected = expect
    .poll(() => cutOffIn(second))
    .toBe(23 * 60)
    .then(() => second.command('branch set', { number: 33, cutOff: '04:00' }));
  await rewritten;
  expect(await days()).toEqual(right);
});

describe('deliveries of an event whose name was not known', () => {
  let ids: string[];
  beforeAll(async () => {
    for (const order of ['one', 'two', 'three', 'kept', 'erased'])
      await first.post('kitchenStartCours', eventBody({ at: at(), order }));
    // Pinning makes the event name known. It stays: these tests are the last ones.
    await first.core.queue.run((sql) => sql.subscription.update({ where: { id: 'heatlamp' }, data: { event: START } }));
    (await first.core.queue.run((sql) => first.core.reload(sql)))();
    await second.core.follower.current();
    const rows = await readRows<{ id: string }>(
      first.dataDir,
      `SELECT "id" FROM "Delivery" WHERE "pathEvent" = 'kitchenStartCours' ORDER BY "receivedAt", "id"`,
    );
    ids = rows.map(({ id }) => id);
  });

  const replay = (node: RunningServer, id: string) => node.command<{ applied: number }>('deliveries replay', { id });
  const storedOf = async (id: string) => {
    const rows = await readRows<{ outcome: string; orderKey: number | null; bytes: number }>(
      first.dataDir,
      'SELECT "outcome", "orderKey", length("body") AS "bytes" FROM "Delivery" WHERE "id" = ?',
      id,
    );
    return rows[0];
  };

  /** Changes a delivery as a third node. Commits when `meanwhile` waits for that. Resolves to its result. */
  async function changeBefore<Result>(
    id: string,
    change: { orderKey: number } | { body: Uint8Array<ArrayBuffer>; erasedAt: number },
    meanwhile: () => Promise<Result>,
  ): Promise<Result> {
    const third = openPostgresql(first.core.config.databaseUrl ?? '');
    try {
      const result = await third.$transaction(async (sql) => {
        await sql.delivery.update({ where: { id }, data: change });
        const waiting = meanwhile();
        const blocked = 'SELECT count(*) AS "count" FROM pg_locks WHERE NOT granted';
        await expect.poll(() => readRows(first.dataDir, blocked)).not.toEqual([{ count: 0 }]);
        return { waiting };
      });
      return await result.waiting;
    } finally {
      await third.$disconnect();
    }
  }

  it('are applied once where two nodes replay one at the same time', async () => {
    for (const id of ids.slice(0, 3)) {
      const replays = await Promise.all([first, second].map((node) => replay(node, id)));
      expect(replays.map(({ applied }) => applied).sort()).toEqual([0, 1]);
      expect((await storedOf(id))?.outcome).toBe('applied');
    }
  });

  it('keep their bodies where another node applies them while they are erased', async () => {
    const [applied, id = ''] = [(await storedOf(ids[0] ?? ''))?.orderKey ?? 0, ids[3]];
    const erase = () => second.core.queue.run((sql) => eraseLooseBodies(sql, [id], Date.now()));
    expect(await changeBefore(id, { orderKey: applied }, erase)).toBe(0);
    expect((await storedOf(id))?.bytes).toBeGreaterThan(0);
  });

  it('are not applied where another node erases their bodies meanwhile', async () => {
    const id = ids[4] ?? '';
    const erased = { body: new Uint8Array(0), erasedAt: Date.now() };
    expect(await changeBefore(id, erased, () => replay(second, id))).toMatchObject({ applied: 0 });
    expect(await storedOf(id)).toMatchObject({ orderKey: null, bytes: 0 });
  });
});
