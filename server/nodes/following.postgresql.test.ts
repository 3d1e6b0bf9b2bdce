import { expect, it } from 'vitest';
import type { BoardChange, Ticket } from '../../contract/live';
import { rowOf } from '../intake/inbox';
import { CHANNEL } from '../sql/node-statements';
import type { Database } from '../storage/database';
import { HELD_BY_NODES } from '../storage/node-link';
import { openPostgresql } from '../storage/open-database';
import { changeRows, readRows } from '../testing/data-folder';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { inTurn } from '../testing/in-turn';
import { DEFAULT_CONTEXT, deliveryOf } from '../testing/kitchen';
import { connectScreen, nodesOfFile, startNodes } from '../testing/node-pair';
import type { RunningServer } from '../testing/running-server';
import { createHeads } from './follower';

const START = 'kitchenStartCourse';

const nodes = nodesOfFile();

const at = () => Date.now() - 60_000;

it('sends what one node projects to the screens of another, and once', async () => {
  const { client } = await connectScreen(nodes.first, nodes.second, 'kitchen');
  const changes: BoardChange[] = [];
  client.on('board:changed', (change) => changes.push(change));
  for (const order of ['one', 'two', 'three']) await nodes.first.post(START, eventBody({ at: at(), order }));
  const version = () => nodes.first.core.boards.branch(1)?.row.version;
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

it('[F23b] believes an early offset from what several nodes received together', async () => {
  const begun = Date.now();
  const pair = await startNodes(begun);
  try {
    for (const [index, node] of [pair.first, pair.second, pair.first, pair.second, pair.first].entries()) {
      const now = begun + index * 40_000;
      pair.setNow(now);
      await node.post(START, eventBody({ at: now - 440_000, course: index + 1 }));
    }
    const offsets = () => [pair.first, pair.second].map(({ core }) => core.boards.branch(1)?.posOffsetMs);
    await expect.poll(offsets).toEqual([440_000, 440_000]);
  } finally {
    await pair.stop();
  }
});

it('answers through any node with what another has acknowledged before', async () => {
  const token = await addProgram(nodes.first);
  for (const [index, node] of [nodes.first, nodes.second, nodes.first, nodes.second].entries()) {
    await node.post(START, eventBody({ at: at(), order: `read-${index}` }));
    const other = node === nodes.first ? nodes.second : nodes.first;
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

it('takes an action on a ticket that another node projected', async () => {
  const { client } = await connectScreen(nodes.first, nodes.second, 'ready');
  await nodes.first.post('kitchenCompleteCourse', eventBody({ at: at(), order: 'tapped' }));
  const ticketOf = (node: RunningServer) =>
    [...(node.core.boards.branch(1)?.orders.values() ?? [])].find(({ identity }) => identity === 'id:tapped')
      ?.tickets[0];
  await expect.poll(() => ticketOf(nodes.second)).toBeDefined();
  const ticket = ticketOf(nodes.second);
  const ticketId = `${ticket?.orderKey}-${ticket?.course.number}-${ticket?.round}`;
  const action = { actionId: '0b0e2f0e-6d0c-4a5e-9f5e-2f6a5f1b7c11', kind: 'claim', ticketId } as const;
  expect(await client.emitWithAck('ticket:action', action)).toMatchObject({
    ticket: { claim: { by: { name: 'ready' } } },
  });
  await expect.poll(() => ticketOf(nodes.first)?.effects.claim).not.toBeNull();
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
  const { client } = await connectScreen(nodes.first, nodes.second, 'kitchen');
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
  await nodes.first.post(START, eventBody({ at: minutesAgo(60), order, table }));
  await expect.poll(() => ids.has(order)).toBe(true);
  await inTurn(nodes.second, async () => {
    await nodes.first.post('kitchenServeCourse', eventBody({ at: minutesAgo(40), order, table }));
    // A commit after which others read the whole branch, as after one of many orders.
    await nodes.first.command('setting set', { key: 'fallbackLate', value: '4', branch: 1 });
  });
  await expect.poll(() => version).toBe(nodes.first.core.boards.branch(1)?.row.version);
  expect(ids).not.toContain(order);
});

it('projects what a node that is gone has acknowledged', async () => {
  const delivery = deliveryOf(START, eventBody({ at: at(), order: 'left' }), Date.now());
  const row = rowOf({ delivery, context: { ...DEFAULT_CONTEXT, pathEvent: START } });
  await changeRows(
    nodes.first.dataDir,
    'INSERT INTO "Inbox" ("id", "envelope", "body", "node") VALUES (?, ?, ?, 7)',
    row.id,
    row.envelope,
    row.body,
  );
  const outcome = () => readRows(nodes.first.dataDir, 'SELECT "outcome" FROM "Delivery" WHERE "id" = ?', row.id);
  await expect.poll(outcome).toEqual([{ outcome: 'applied' }]);
  await expect.poll(() => readRows(nodes.first.dataDir, 'SELECT "id" FROM "Inbox"')).toEqual([]);
});

it('catches up with a commit that it was not notified of', async () => {
  const cut = `SELECT pg_terminate_backend("pid") FROM pg_locks WHERE ${HELD_BY_NODES}`;
  expect(await readRows(nodes.first.dataDir, cut)).toHaveLength(2);
  await nodes.first.post(START, eventBody({ at: at(), order: 'missed' }));
  await expect.poll(() => nodes.second.core.boards.branch(1)?.orderKeys.has('id:missed')).toBe(true);
});

it('looks at everything after a message that no node sent', async () => {
  for (const text of ['', 'no JSON', '5', '{"node":7}', '{"branches":1}'])
    await readRows(nodes.first.dataDir, 'SELECT pg_notify(?, ?)', CHANNEL, text);
  await nodes.first.post(START, eventBody({ at: at(), order: 'after noise' }));
  await expect.poll(() => nodes.second.core.boards.branch(1)?.orderKeys.has('id:after noise')).toBe(true);
});

it('knows that its boards are old while it cannot follow, though it reads that others changed them', async () => {
  const { unseenMs } = nodes.second.core.follower;
  await inTurn(nodes.second, async () => {
    await nodes.first.post(START, eventBody({ at: at(), order: 'unseen' }));
    // It reads every three seconds that others changed something.
    await expect.poll(unseenMs).toBeGreaterThan(4_500);
  });
  await expect.poll(unseenMs).toBeLessThan(3_000);
});

it('notices what another node committed also if it commits itself while it asks', async () => {
  await nodes.first.command('branch set', { number: 32 });
  await expect.poll(() => nodes.second.core.boards.branch(32)).toBeDefined();
  const database = openPostgresql(nodes.second.core.config.databaseUrl ?? '');
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
  const { boards, node } = nodes.second.core;
  const { read } = createHeads({ node: node ?? 0, database: slow, boards, configuration: nodes.second.core });
  const reading = await nodes.second.core.queue.run(async (sql, stages) => {
    await nodes.first.post(START, eventBody({ at: at(), order: 'asked' }));
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
