import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../../contract/screens';
import { type EventFields, eventBody } from '../../server/testing/events';
import { signedRequest } from '../harness/load-bodies';
import {
  connectFrame,
  every,
  type Findings,
  inTurn,
  keepOpen,
  message,
  post,
  request,
  type Target,
  UPGRADE,
} from './web-socket';

export const MANAGER_PAGES = [
  '/manager',
  '/manager/history',
  '/manager/reports',
  '/manager/deliveries',
  '/manager/settings',
];

/** A tablet that somebody carries away has an address of its own. */
const TABLET = '127.0.0.67';
export const MANAGER = '127.0.0.68';
export const POS = '127.0.0.69';
const LARGE = 'x'.repeat(250_000);
const YEAR_MS = 365 * 86_400_000;
const LIST_BEFORE_END_MS = 500;

export const LONG_EXPORTS = 'manager: four exports of a history of three years at once';
/** Of that history. */
export const HISTORY_BRANCHES = 4;

/** They may see names of guests. */
const withoutLeaks = (findings: Findings): Findings => ({ ...findings, leaks: 0 });

/** Writes frames to sockets of a paired screen, every few ms if there is room. */
function tablet(target: Target, frames: () => Buffer[], intervalMs = 5): Promise<Findings> {
  const begin = (socket: Parameters<typeof every>[0]) => {
    socket.write(UPGRADE);
    socket.write(connectFrame(target.tablet));
    every(socket, intervalMs, () => {
      const many = Buffer.concat(frames());
      return socket.writableLength < many.length ? many : null;
    });
  };
  return keepOpen(target, 2, begin, TABLET).then(withoutLeaks);
}

/** The greatest age of a board that the list of screens shows while the tablet reports its own. */
async function greatestAge({ port, session, until }: Target): Promise<number> {
  await wait(until - Date.now() - LIST_BEFORE_END_MS);
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/screens`, { headers: { Cookie: session } });
  const { screens } = (await response.json()) as Fleet;
  return Math.max(...screens.map(({ dataAgeMs }) => dataAgeMs ?? 0));
}

/** A signed start of an order that no other delivery is about. */
export function newStart(fields: Partial<EventFields> = {}): Buffer {
  const table = { number: 901, tableName: '' };
  const body = eventBody({ at: Date.now(), order: randomUUID(), number: 1, table, course: 1, ...fields });
  return signedRequest({ path: '/webhooks/kitchenStartCourse', body });
}

/** Posts one delivery after the other, a few a second. */
const posts = (target: Target, next: (index: number) => Buffer) =>
  keepOpen(
    target,
    1,
    (socket) => {
      let index = 0;
      every(socket, 200, () => next(index++));
    },
    POS,
  );

/** What the holder of a tablet, a manager of a branch, or a POS with the secret can do. */
export const TRUSTED_ATTACKS = {
  'tablet: 2 sockets of a paired screen, unknown events without a pause': (target) =>
    tablet(target, () => Array(2_000).fill(message('nothing known', {}))),
  'tablet: 2 sockets of a paired screen, actions on one ticket without a pause': (target) =>
    tablet(target, () =>
      Array.from({ length: 200 }, () =>
        message('ticket:action', { actionId: randomUUID(), kind: 'hide', ticketId: '1-1-1' }),
      ),
    ),
  'tablet: 2 sockets of a paired screen that ask for the whole board': (target) =>
    tablet(target, () => Array(500).fill(message('board:resync', { epoch: 'another', version: 0 }))),
  'tablet: 8 connections that ask for the whole board and tap, over HTTP': (target) => {
    const headers = { Authorization: `Bearer ${target.tablet}` };
    const act = () =>
      post('/api/v1/tickets/1-1-1/actions', JSON.stringify({ actionId: randomUUID(), kind: 'hide' }), headers);
    const requests = [request('GET', '/api/v1/board', headers), ...Array.from({ length: 5 }, act)];
    return keepOpen(target, 8, inTurn(requests), TABLET).then(withoutLeaks);
  },
  'tablet: 2 sockets of a paired screen that say that their board is 1e300 ms old': async (target) => {
    const painted = { ticketIds: [], dataAgeMs: 1e300 };
    const reporting = tablet(target, () => [message('board:painted', painted)], 200);
    const [findings, ageMs] = await Promise.all([reporting, greatestAge(target)]);
    return ageMs <= YEAR_MS ? findings : { ...findings, failure: `a screen is listed with an age of ${ageMs} ms` };
  },
  'manager: four exports of everything at once, again and again': (target) =>
    keepOpen(
      target,
      4,
      inTurn([
        request('GET', '/api/v1/history/courses.csv?branch=1', { Cookie: target.session }),
        request('GET', '/api/v1/history/summary.csv?branch=1&groupBy=day', { Cookie: target.session }),
      ]),
      MANAGER,
    ).then(withoutLeaks),
  [LONG_EXPORTS]: (target) => {
    let branch = 0;
    return keepOpen(
      target,
      4,
      (socket) => {
        branch = (branch % HISTORY_BRANCHES) + 1;
        const headers = { Cookie: target.session, Connection: 'close' };
        socket.write(request('GET', `/api/v1/history/courses.csv?branch=${branch}`, headers));
      },
      MANAGER,
    ).then(withoutLeaks);
  },
  'manager: 20 connections that load pages': (target) =>
    keepOpen(
      target,
      20,
      inTurn(MANAGER_PAGES.map((path) => request('GET', path, { Cookie: target.session }))),
      MANAGER,
    ).then(withoutLeaks),
  'POS: names of 250 KB': (target) => posts(target, () => newStart({ table: { number: 900, tableName: LARGE } })),
  'POS: events of other years': (target) =>
    posts(target, (index) => newStart({ at: Date.now() + (index % 20) * YEAR_MS })),
  'POS: another branch with each event': (target) => posts(target, (index) => newStart({ branch: 1_000 + index })),
} satisfies Record<string, (target: Target) => Promise<Findings>>;
