import { setTimeout as wait } from 'node:timers/promises';
import { createLiveStore, type LiveStore } from '../../components/live/live-store';
import type { Board } from '../../contract/live';
import { serveParent } from '../harness/child';
import { machineNow } from '../harness/post-requests';
import { differenceOf } from './network-screen';

/** A version of a board, and when it was shown or sent (`machineNow`). */
export type ShownVersion = { at: number; epoch: string; version: number };

/** Options of the screens, as JSON in SCREENS. */
export type ScreensPlan = { url: string; token: string; branch: number; count: number };

export type ScreensRequest =
  /** Requests the versions that each screen has shown since an instant while it was connected. */
  | { kind: 'seen'; since: number }
  /** Requests the number of screens that differ from this board, and the first difference. */
  | { kind: 'compare'; board: Board };
export type ScreensResponse = { seen: ShownVersion[][] } | { differing: number; first: string | null };

/** Screens with the product's own client, in a separate process. */
const { count, ...options } = JSON.parse(process.env['SCREENS'] ?? '{}') as ScreensPlan;
const CONNECT_TIMEOUT_MS = 45_000;
/** Limits simultaneous connections at the start; only the outage tests all at once. */
const MAX_CONNECTING = 10;

type Screen = { store: LiveStore; seen: ShownVersion[] };
const screens: Screen[] = [];

function openScreen(): void {
  const store = createLiveStore({ ...options, monotonicNow: () => performance.now() });
  const seen: ShownVersion[] = [];
  store.subscribe(() => {
    const { board, link } = store.view();
    if (board === null || (link.kind !== 'socket' && link.kind !== 'http')) return;
    seen.push({ at: machineNow(), epoch: board.epoch, version: board.version });
  });
  screens.push({ store, seen });
}

function respond(request: ScreensRequest): ScreensResponse {
  if (request.kind === 'seen') return { seen: screens.map(({ seen }) => seen.filter(({ at }) => at >= request.since)) };
  const differences = screens.flatMap(({ store }) => differenceOf(store, request.board, true) ?? []);
  return { differing: differences.length, first: differences[0] ?? null };
}

const deadline = performance.now() + CONNECT_TIMEOUT_MS;
const isDisconnected = ({ store }: Screen) => store.view().link.kind !== 'socket';
while (screens.length < count || screens.some(isDisconnected)) {
  if (performance.now() > deadline)
    throw new Error(
      `of ${count} screens ${screens.filter(isDisconnected).length} of ${screens.length} did not connect`,
    );
  for (
    let connecting = screens.filter(isDisconnected).length;
    connecting < MAX_CONNECTING && screens.length < count;
    connecting += 1
  )
    openScreen();
  await wait(20);
}
serveParent({ connected: count }, respond);
