import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventBody } from '../../server/testing/events';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { createLiveStore, type LiveStore } from '../live/live-store';
import { courses, sees } from '../testing/sees';
import type { TicketActions } from './ticket-actions';
import { createTicketActions, type TicketActionsStore } from './ticket-actions-store';

type Waiter = { live: LiveStore; actions: TicketActionsStore };

let shared: RunningServer;
let branches = 0;
beforeAll(async () => {
  shared = await startServer();
});
afterAll(() => shared.stop());

/** A branch with one course for each test, and waiters by name, so that tests can wait at the same time. */
const it = test
  .extend('server', () => shared)
  .extend('branch', async ({ server }) => {
    branches += 1;
    const branch = branches;
    await server.post(
      'kitchenStartCourse',
      eventBody({ at: Date.now() - 60_000, branch, order: randomUUID(), course: 3 }),
    );
    return branch;
  })
  // Whoever acts first comes last: an action is sent only while the board is live, which a crowded machine may
  // interrupt.
  .extend('comes', ({ server, branch, onTestFinished }) => async (name: string): Promise<Waiter> => {
    const screen = { name, branches: [branch], view: 'ready' };
    const { token } = await server.command<{ token: string }>('screen add', screen);
    const live = createLiveStore({ url: server.url, branch, token, monotonicNow: () => performance.now() });
    const actions = createTicketActions(live);
    onTestFinished(() => {
      actions.close();
      live.close();
    });
    await sees(live, (view) => courses(view).length > 0);
    return { live, actions };
  });

/** For a test that stops the server: it has its own. */
const itAlone = it.extend('server', async ({ onTestFinished }) => {
  const server = await startServer();
  onTestFinished(server.stop);
  return server;
});

/** A course of this evening, as on a waiter's screen. */
function course({ live }: Waiter, number = 3) {
  const ticket = [...(live.view().board?.tickets.values() ?? [])].find((each) => each.course.number === number);
  if (!ticket) throw new Error('there is no course');
  return ticket;
}

/** Resolves when the condition holds; the error shows the last notice if it never does. */
function says(
  { actions }: Waiter,
  isSo: (notice: TicketActions['notice']) => boolean,
  withinMs = 60_000,
): Promise<TicketActions> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isSo(actions.view().notice)) return;
      stop();
      clearTimeout(patience);
      resolve(actions.view());
    };
    const stop = actions.subscribe(look);
    const patience = setTimeout(() => {
      stop();
      reject(new Error(`not shown within ${withinMs} ms; shown last: ${JSON.stringify(actions.view())}`));
    }, withinMs);
    look();
  });
}

it.concurrent('a claim is sent, appears on every board and in the notice, and its undo reverts it everywhere', async ({
  comes,
}) => {
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  sam.actions.act('claim', course(sam));
  expect(sam.actions.view()).toMatchObject({ sent: [{ kind: 'claim' }], notice: null });
  await says(sam, (notice) => notice?.state === 'done');
  expect(sam.actions.view().sent).toEqual([]);
  await sees(kim.live, () => course(kim).claim?.by.name === 'Sam');

  sam.actions.undo();
  expect(sam.actions.view().notice?.state).toBe('taking-back');
  await says(sam, (notice) => notice?.state === 'taken-back');
  await sees(kim.live, () => course(kim).claim === null);
  expect(kim.actions.view().notice).toBeNull();
  await says(sam, (notice) => notice === null);
});

it.concurrent('an action right after an undo is sent as soon as the server has answered the undo', async ({
  comes,
}) => {
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  sam.actions.act('claim', course(sam));
  await says(sam, (notice) => notice?.state === 'done');
  sam.actions.undo();
  sam.actions.act('claim', course(sam));
  expect(sam.actions.view().sent.map(({ kind }) => kind)).toEqual(['undo', 'claim']);
  await says(sam, (notice) => notice?.state === 'done');
  expect(sam.actions.view().sent).toEqual([]);
  await sees(kim.live, () => course(kim).claim?.by.name === 'Sam');
});

it.concurrent('an undo by key reverts an action that the server has not answered yet, as soon as it has', async ({
  comes,
}) => {
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  sam.actions.act('claim', course(sam));
  sam.actions.undoLast();
  expect(sam.actions.view()).toMatchObject({ sent: [{ kind: 'claim' }], notice: null });
  await says(sam, (notice) => notice?.state === 'taken-back');
  await sees(kim.live, () => course(kim).claim === null);
  expect(sam.actions.view().sent).toEqual([]);
});

it.concurrent('an undo that waits for its action leaves an action on another course that follows', async ({
  server,
  branch,
  comes,
}) => {
  await server.post(
    'kitchenStartCourse',
    eventBody({ at: Date.now() - 50_000, branch, order: randomUUID(), course: 4 }),
  );
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  await Promise.all([sam, kim].map(({ live }) => sees(live, (view) => courses(view).length === 2)));
  sam.actions.act('claim', course(sam));
  sam.actions.undoLast();
  sam.actions.act('claim', course(sam, 4));
  await sees(kim.live, () => course(kim, 4).claim?.by.name === 'Sam' && course(kim).claim === null);
});

it.concurrent('two undos by key that wait for their actions both revert them', async ({ server, branch, comes }) => {
  await server.post(
    'kitchenStartCourse',
    eventBody({ at: Date.now() - 50_000, branch, order: randomUUID(), course: 4 }),
  );
  const sam = await comes('Sam');
  await sees(sam.live, (view) => courses(view).length === 2);
  for (const number of [3, 4]) {
    sam.actions.act('claim', course(sam, number));
    sam.actions.undoLast();
  }
  await says(sam, (notice) => notice?.state === 'taken-back' && notice.action.ticket.course.number === 4);
  expect([3, 4].map((number) => course(sam, number).claim)).toEqual([null, null]);
});

it.concurrent('an undo by key after another one reverts the action before it', async ({ server, branch, comes }) => {
  await server.post(
    'kitchenStartCourse',
    eventBody({ at: Date.now() - 50_000, branch, order: randomUUID(), course: 4 }),
  );
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  await Promise.all([sam, kim].map(({ live }) => sees(live, (view) => courses(view).length === 2)));
  for (const number of [3, 4]) {
    sam.actions.act('claim', course(sam, number));
    await says(sam, (notice) => notice?.state === 'done' && notice.action.ticket.course.number === number);
  }
  sam.actions.undoLast();
  sam.actions.undoLast();
  await says(sam, (notice) => notice?.state === 'taken-back' && notice.action.ticket.course.number === 3);
  await sees(kim.live, () => [3, 4].every((number) => course(kim, number).claim === null));
});

it.concurrent('an undo, while a later action on the ticket is pending, reverts that one once it is answered', async ({
  comes,
}) => {
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  sam.actions.act('claim', course(sam));
  await says(sam, (notice) => notice?.state === 'done');
  sam.actions.act('collect', course(sam));
  sam.actions.undo();
  await says(sam, (notice) => notice?.state === 'taken-back' && notice.action.kind === 'collect');
  await sees(kim.live, () => course(kim).claim?.by.name === 'Sam');
});

it.concurrent('an undo by key of an action that the server refuses reverts nothing', async ({ comes }) => {
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  sam.actions.act('claim', course(sam));
  await sees(kim.live, () => course(kim).claim !== null);
  kim.actions.act('claim', course(kim));
  kim.actions.undoLast();
  await says(kim, (notice) => notice?.state === 'refused');
  kim.actions.act('claim', course(kim));
  await says(kim, (notice) => notice?.state === 'refused');
  expect(course(kim).claim?.by.name).toBe('Sam');
});

it.concurrent('a claim of a course that somebody else claimed is refused, and the refusal shown for a while', async ({
  comes,
}) => {
  const [kim, sam] = [await comes('Kim'), await comes('Sam')];
  sam.actions.act('claim', course(sam));
  await sees(kim.live, () => course(kim).claim !== null);
  kim.actions.act('claim', course(kim));
  const { notice } = await says(kim, (now) => now !== null);
  expect(notice).toMatchObject({ state: 'refused', code: 'claimed', action: { kind: 'claim' } });
  await says(kim, (now) => now === null);
});

it.concurrent('an undo is offered no longer than the server accepts it', async ({ comes }) => {
  const sam = await comes('Sam');
  const tappedAt = performance.now();
  sam.actions.act('collect', course(sam));
  await says(sam, (notice) => notice?.state === 'done');
  await says(sam, (notice) => notice === null);
  expect(performance.now() - tappedAt).toBeGreaterThan(4_500);
  sam.actions.undo();
  expect(sam.actions.view()).toEqual({ sent: [], notice: null });
});

it.concurrent('a timer that fires early leaves no notice behind', async ({ comes, onTestFinished }) => {
  const sam = await comes('Sam');
  const slow = createTicketActions({ sendAction: sam.live.sendAction, monotonicNow: () => performance.now() * 0.99 });
  onTestFinished(slow.close);
  slow.act('recall', course(sam));
  await says({ ...sam, actions: slow }, (notice) => notice?.state === 'refused');
  await says({ ...sam, actions: slow }, (notice) => notice === null);
});

itAlone.concurrent(
  'an action on this device alone is reverted without contacting the server',
  async ({ server, comes }) => {
    const sam = await comes('Sam');
    await server.stop();
    let isSeen = true;
    sam.actions.actHere('seen', course(sam), () => {
      isSeen = false;
    });
    expect(sam.actions.view()).toMatchObject({ sent: [], notice: { state: 'done', action: { kind: 'seen' } } });
    sam.actions.undo();
    sam.actions.undo();
    expect(isSeen).toBe(false);
    expect(sam.actions.view().notice?.state).toBe('taken-back');
    await says(sam, (notice) => notice === null);
  },
);

itAlone.concurrent('without a server an action is not sent, and fails at once', async ({ server, comes }) => {
  const sam = await comes('Sam');
  await server.stop();
  await sees(sam.live, ({ link }) => link.kind === 'none');
  sam.actions.act('claim', course(sam));
  const { notice } = await says(sam, (now) => now !== null, 500);
  expect(notice).toMatchObject({ state: 'refused', code: 'offline' });
});
