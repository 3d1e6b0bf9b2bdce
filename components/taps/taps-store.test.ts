import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody } from '../../server/testing/events';
import { type RunningServer, startServer } from '../../server/testing/running-server';
import { createLiveStore, type LiveStore } from '../live/live-store';
import { courses, sees } from '../testing/sees';
import type { Taps } from './taps';
import { createTaps, type TapsStore } from './taps-store';

type Waiter = { live: LiveStore; taps: TapsStore };

let server: RunningServer;
let waiters: Waiter[];
beforeEach(async () => {
  server = await startServer();
  waiters = [];
  const at = Date.now() - 60_000;
  await server.post('kitchenStartCourse', eventBody({ at, course: 3 }));
});
afterEach(async () => {
  for (const { live, taps } of waiters) {
    taps.close();
    live.close();
  }
  await server.stop();
});

async function comes(name: string): Promise<Waiter> {
  const { token } = (await server.command('screen add', { name, branches: [1], view: 'ready' })) as { token: string };
  const live = createLiveStore({ url: server.url, branch: 1, token, monotonicNow: () => performance.now() });
  const waiter = { live, taps: createTaps(live) };
  waiters.push(waiter);
  await sees(live, (view) => courses(view).length === 1);
  return waiter;
}

/** The only course of this evening, as on a waiter's screen. */
function course({ live }: Waiter) {
  const [ticket] = live.view().board?.tickets.values() ?? [];
  if (!ticket) throw new Error('there is no course');
  return ticket;
}

/** Resolves when the condition holds; the error shows the last notice if it never does. */
function says({ taps }: Waiter, isSo: (said: Taps['said']) => boolean, withinMs = 10_000): Promise<Taps> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isSo(taps.view().said)) return;
      stop();
      clearTimeout(patience);
      resolve(taps.view());
    };
    const stop = taps.subscribe(look);
    const patience = setTimeout(() => {
      stop();
      reject(new Error(`not said within ${withinMs} ms; said last: ${JSON.stringify(taps.view())}`));
    }, withinMs);
    look();
  });
}

it('a claim is sent, appears on every board and in the notice, and its undo reverts it everywhere', async () => {
  const [sam, kim] = [await comes('Sam'), await comes('Kim')];
  sam.taps.tap('claim', course(sam));
  expect(sam.taps.view()).toMatchObject({ sent: [{ kind: 'claim' }], said: null });
  await says(sam, (said) => said?.says === 'done');
  expect(sam.taps.view().sent).toEqual([]);
  await sees(kim.live, () => course(kim).claim?.by.name === 'Sam');

  sam.taps.undo();
  expect(sam.taps.view().said?.says).toBe('taking-back');
  await says(sam, (said) => said?.says === 'taken-back');
  await sees(kim.live, () => course(kim).claim === null);
  expect(kim.taps.view().said).toBeNull();
  await says(sam, (said) => said === null);
});

it('a claim of a course that somebody else claimed is refused, and the refusal shown for a while', async () => {
  const [sam, kim] = [await comes('Sam'), await comes('Kim')];
  sam.taps.tap('claim', course(sam));
  await sees(kim.live, () => course(kim).claim !== null);
  kim.taps.tap('claim', course(kim));
  const { said } = await says(kim, (now) => now !== null);
  expect(said).toMatchObject({ says: 'refused', code: 'claimed', tap: { kind: 'claim' } });
  await says(kim, (now) => now === null);
});

it('an undo is offered no longer than the server accepts it', async () => {
  const sam = await comes('Sam');
  sam.taps.tap('collect', course(sam));
  await says(sam, (said) => said?.says === 'done');
  const toldAt = performance.now();
  await says(sam, (said) => said === null);
  expect(performance.now() - toldAt).toBeGreaterThan(4_000);
  sam.taps.undo();
  expect(sam.taps.view()).toEqual({ sent: [], said: null });
});

it('a timer that fires early leaves no notice behind', async () => {
  const sam = await comes('Sam');
  const slow = createTaps({ note: sam.live.note, monotonicNow: () => performance.now() * 0.99 });
  waiters.push({ live: sam.live, taps: slow });
  slow.tap('recall', course(sam));
  await says({ ...sam, taps: slow }, (said) => said?.says === 'refused');
  await says({ ...sam, taps: slow }, (said) => said === null);
});

it('an action on this device alone is reverted without contacting the server', async () => {
  const sam = await comes('Sam');
  await server.stop();
  let isSeen = true;
  sam.taps.tapHere('seen', course(sam), () => {
    isSeen = false;
  });
  expect(sam.taps.view()).toMatchObject({ sent: [], said: { says: 'done', tap: { kind: 'seen' } } });
  sam.taps.undo();
  sam.taps.undo();
  expect(isSeen).toBe(false);
  expect(sam.taps.view().said?.says).toBe('taken-back');
  await says(sam, (said) => said === null);
});

it('without a server a tap is not sent, and fails at once', async () => {
  const sam = await comes('Sam');
  await server.stop();
  await sees(sam.live, ({ link }) => link.kind === 'none');
  sam.taps.tap('claim', course(sam));
  const { said } = await says(sam, (now) => now !== null, 500);
  expect(said).toMatchObject({ says: 'refused', code: 'offline' });
});
