import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import type { Board, Ticket, TicketActionKind } from '../../contract/live';
import { forgetEarlierDays } from '../clock/clock';
import { BUDGETS } from '../http/budgets';
import { lockDatabase } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { waitUntilCommitted } from '../testing/stored-state';

const MINUTE = 60_000;
/** A Friday at six in the evening. In the future, because a secret is valid from its creation on. */
const SIX = Date.parse('2041-06-21T18:00:00+02:00');

type Waiter = { id: number; token: string };

let server: RunningServer;
let sam: Waiter;
let kim: Waiter;
beforeEach(async () => {
  server = await startServer(undefined, {}, SIX);
  sam = await screen('Sam', 'ready');
  kim = await screen('Kim', 'ready');
});
afterEach(() => server.stop());

function screen(name: string, view: string, branches = [1]): Promise<Waiter> {
  return server.command('screen add', { name, branches, view });
}

async function postEvent(event: KitchenEvent, at = SIX, fields: Partial<Parameters<typeof eventBody>[0]> = {}) {
  expect((await server.post(event, eventBody({ at, expected: null, ...fields }))).status).toBe(200);
}

async function board(who = sam): Promise<Board> {
  return (await server.get('/api/v1/board', who.token)).json() as Promise<Board>;
}

async function ready(): Promise<Ticket> {
  await postEvent('kitchenStartCourse', SIX - 10 * MINUTE);
  await postEvent('kitchenCompleteCourse');
  const [ticket] = (await board()).tickets;
  if (!ticket) throw new Error('there is no ticket');
  return ticket;
}

type Answer = { status: number; ticket?: Ticket; code?: string; detail?: string };

async function act(
  who: Waiter,
  kind: TicketActionKind,
  ticket: Pick<Ticket, 'id'>,
  more: object = {},
): Promise<Answer> {
  return post(who, ticket.id, { actionId: randomUUID(), kind, ...more });
}

async function post(who: Waiter, ticketId: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/api/v1/tickets/${ticketId}/actions`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { Authorization: `Bearer ${who.token}`, ...headers },
  });
  return { status: answer.status, ...((await answer.json()) as object) } as Answer;
}

/** Expects that nothing changed on any screen. */
async function expectNothingChanged(before: Board): Promise<void> {
  const { serverTime: _, screen: __, ...now } = await board();
  expect(now).toEqual({ ...before, serverTime: undefined, screen: undefined });
}

it('refuses more actions of a screen on one ticket than people make, for a minute, and never those of others', async () => {
  const ticket = await ready();
  const { most, withinMs, ever } = BUDGETS.actionsPerTicket;
  const actionsOfSam = async () => {
    for (let each = 0; each < most; each += 1)
      expect(await act(sam, each % 2 === 0 ? 'claim' : 'undo', ticket)).toMatchObject({ status: 200 });
    expect(await act(sam, 'claim', ticket)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await act(kim, 'claim', ticket)).toMatchObject({ status: 200 });
    expect(await act(kim, 'undo', ticket)).toMatchObject({ status: 200 });
  };
  for (let minute = 0; minute < ever / most; minute += 1) {
    server.setNow(SIX + minute * withinMs);
    await actionsOfSam();
  }
  server.setNow(SIX + (ever / most) * withinMs);
  expect(await act(sam, 'claim', ticket)).toMatchObject({ status: 503, code: 'unavailable' });
  expect(await act(kim, 'collect', ticket)).toMatchObject({ status: 200 });
});

describe('a claim', () => {
  it('[F10a] is sent to all screens, as a commit like any other', async () => {
    const ticket = await ready();
    const before = await board();
    const answer = await act(sam, 'claim', ticket);

    expect(answer).toMatchObject({
      status: 200,
      ticket: { claim: { by: { id: sam.id, name: 'Sam' }, at: new Date(SIX).toISOString() } },
    });
    const after = await board(kim);
    expect(after.version).toBe(before.version + 1);
    expect(after.tickets).toEqual([answer.ticket]);
  });

  it('[F10a] is refused while another screen has it, with the name of that screen', async () => {
    const ticket = await ready();
    await act(sam, 'claim', ticket);
    const before = await board();

    expect(await act(kim, 'claim', ticket)).toMatchObject({ status: 409, code: 'claimed', detail: 'Sam has it.' });
    await expectNothingChanged(before);
  });

  it('[F10a] expires by itself in a commit, and is then free for others', async () => {
    const ticket = await ready();
    await act(sam, 'claim', ticket);
    const { version } = await board();
    server.setNow(SIX + 3 * MINUTE - 1);
    await waitUntilCommitted(server.core);
    expect((await board()).version).toBe(version);
    server.setNow(SIX + 3 * MINUTE);
    await waitUntilCommitted(server.core);

    expect(await board()).toMatchObject({ version: version + 1, tickets: [{ claim: null }] });
    expect((await act(kim, 'claim', ticket)).status).toBe(200);
  });

  it('[F10a] that expired while the server was stopped has ended after its start', async () => {
    const ticket = await ready();
    await act(sam, 'claim', ticket);
    server = await server.restart();
    server.setNow(SIX + MINUTE);
    expect((await board()).tickets).toMatchObject([{ claim: { by: { name: 'Sam' } } }]);
    server.setNow(SIX + 3 * MINUTE);
    await waitUntilCommitted(server.core);
    expect((await board()).tickets).toMatchObject([{ claim: null }]);
  });
});

describe('a collected course', () => {
  it('[F10b] is food on its table at once: no alarm, and the last food is now', async () => {
    const ticket = await ready();
    server.setNow(SIX + 5 * MINUTE);
    await waitUntilCommitted(server.core);
    expect((await board()).tables).toMatchObject([{ status: 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED' }]);
    await act(sam, 'collect', ticket);

    const at = new Date(SIX + 5 * MINUTE).toISOString();
    expect(await board()).toMatchObject({
      tickets: [{ closedAt: null, collected: { by: { name: 'Sam' }, at }, marks: [] }],
      tables: [{ status: 'TABLE-STATUS-TAKEN', since: at, lastFoodAt: at }],
    });
  });

  it('[F10b] is closed without a serve after its time, and a later serve counts', async () => {
    const ticket = await ready();
    await act(sam, 'collect', ticket);
    server.setNow(SIX + 10 * MINUTE);
    await waitUntilCommitted(server.core);
    expect((await board()).tickets).toMatchObject([
      { closedAt: new Date(SIX + 10 * MINUTE).toISOString(), closedBy: 'screen', marks: ['collected'] },
    ]);
    await postEvent('kitchenServeCourse', SIX + 2 * MINUTE);
    expect((await board()).tickets).toMatchObject([
      {
        closedAt: new Date(SIX + 2 * MINUTE).toISOString(),
        closedBy: 'pos',
        marks: [],
        collected: { by: { name: 'Sam' } },
      },
    ]);
  });

  it('[F10b] cannot be claimed or collected again', async () => {
    const ticket = await ready();
    await act(sam, 'collect', ticket);
    const before = await board();
    for (const kind of ['claim', 'collect'] as const)
      expect(await act(kim, kind, ticket)).toMatchObject({ status: 409, code: 'collected' });
    await expectNothingChanged(before);
  });
});

describe('hide and recall', () => {
  it('[F10c] affect one screen only', async () => {
    const wall = await screen('Wall', 'kitchen');
    const ticket = await ready();

    expect((await act(wall, 'hide', ticket)).ticket?.hiddenOn).toEqual([wall.id]);
    expect(await act(wall, 'hide', ticket)).toMatchObject({ status: 409, code: 'hidden' });
    expect(await act(sam, 'recall', ticket)).toMatchObject({ status: 409, code: 'not-hidden' });
    expect((await act(sam, 'hide', ticket)).ticket?.hiddenOn).toEqual([sam.id, wall.id].toSorted((a, b) => a - b));
    const recalled = await act(wall, 'recall', ticket);
    expect(recalled.ticket).toMatchObject({ hiddenOn: [sam.id], startedAt: ticket.startedAt, readyAt: ticket.readyAt });
  });
});

describe('an undo', () => {
  it('[F10d] undoes the last own action, and then the one before it', async () => {
    const ticket = await ready();
    const before = await board();
    await act(sam, 'claim', ticket);
    await act(sam, 'collect', ticket);
    expect((await act(sam, 'undo', ticket)).ticket).toMatchObject({ collected: null, claim: { by: { name: 'Sam' } } });
    const undone = await act(sam, 'undo', ticket);

    expect(undone.ticket).toEqual({ ...ticket, version: before.version + 4 });
    expect((await board()).tables).toEqual([{ ...before.tables[0], version: before.version + 3 }]);
  });

  it('[F10d] by another screen is 403, after 5 s or of nothing 409, and changes nothing', async () => {
    const ticket = await ready();
    expect(await act(sam, 'undo', ticket)).toMatchObject({ status: 409, code: 'nothing' });
    await act(sam, 'claim', ticket);
    const before = await board();
    expect(await act(kim, 'undo', ticket)).toMatchObject({ status: 403, code: 'not-yours' });
    server.setNow(SIX + 5_001);
    expect(await act(sam, 'undo', ticket)).toMatchObject({ status: 409, code: 'undo-late' });
    await expectNothingChanged(before);
  });
});

describe('a POS whose clock is an hour behind, which is not known yet', () => {
  const HOUR = 60 * MINUTE;
  const other = { order: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', number: 77, table: { number: 99 } };

  /** Four minutes of deliveries with an action after the third; the delivery of the fifth makes the offset known. */
  async function actMeanwhile(kind: TicketActionKind): Promise<void> {
    await postEvent('kitchenCompleteCourse', SIX - HOUR);
    const [ticket] = (await board()).tickets;
    for (const minute of [1, 2, 3, 4]) {
      server.setNow(SIX + minute * MINUTE);
      if (minute === 4) await act(sam, kind, { id: ticket?.id ?? '' });
      await postEvent('kitchenStartCourse', SIX + minute * MINUTE - HOUR, { ...other, course: minute });
    }
    await server.core.queue.projectAll();
    expect(server.core.boards.branch(1)?.posOffsetMs).toBe(HOUR);
  }

  it('[F10a] a claim still lasts three minutes', async () => {
    await actMeanwhile('claim');
    server.setNow(SIX + 7 * MINUTE - 1);
    await waitUntilCommitted(server.core);
    expect((await board()).tickets[0]?.claim?.by.name).toBe('Sam');
    server.setNow(SIX + 7 * MINUTE);
    await waitUntilCommitted(server.core);
    expect((await board()).tickets[0]?.claim).toBeNull();
  });

  it('[F10b] a collected course raises no alarm, whenever its table is recomputed', async () => {
    await actMeanwhile('collect');
    server.setNow(SIX + 9 * MINUTE);
    await postEvent('kitchenStartCourse', SIX + 9 * MINUTE - HOUR, { course: 4 });
    const tables = (await board()).tables.filter(({ number }) => number === '12');
    expect(tables).toMatchObject([{ status: 'TABLE-STATUS-TAKEN' }]);
  });
});

describe('an action', () => {
  it('[F10] sent twice is stored once, with the same answer', async () => {
    const ticket = await ready();
    const action = { actionId: randomUUID(), kind: 'claim' };
    const first = await post(sam, ticket.id, action);
    server.setNow(SIX + 31_000);
    const late = { ...action, actionId: action.actionId.toUpperCase(), at: new Date(SIX).toISOString() };

    expect(await post(sam, ticket.id, late)).toEqual(first);
    expect(await post(kim, ticket.id, action)).toMatchObject({ status: 409, code: 'used' });
    expect(await post(sam, ticket.id, { ...action, kind: 'hide' })).toMatchObject({ status: 409, code: 'used' });
  });

  it('that is not valid is refused with a code, as over a socket', async () => {
    const ticket = await ready();
    const action = { actionId: randomUUID(), kind: 'claim' };
    const invalid = [
      '{',
      { ...action, actionId: 'x' },
      { ...action, kind: 'eat' },
      { ...action, at: 'now' },
      { ...action, x: 1 },
    ];
    for (const body of invalid)
      expect(await post(sam, ticket.id, body)).toMatchObject({ status: 400, code: 'contract' });
    expect(await post(sam, 'x', action)).toMatchObject({ status: 400, code: 'contract' });
  });

  it('[F10] on food that a late fact gives another round stays with the food', async () => {
    await postEvent('kitchenCompleteCourse', SIX - 5 * MINUTE);
    await postEvent('kitchenCompleteCourse', SIX);
    server.setNow(SIX + 30_000);
    const [ticket] = (await board()).tickets;
    await act(sam, 'collect', { id: ticket?.id ?? '' });
    await postEvent('kitchenServeCourse', SIX - 4 * MINUTE);

    expect((await board()).tickets).toMatchObject([
      { round: 1, collected: null, state: 'KITCHEN-TICKET-STATE-COMPLETED' },
      { round: 2, collected: { by: { name: 'Sam' } }, state: 'KITCHEN-TICKET-STATE-READYFORPICKUP' },
    ]);
  });

  it('[F10] is refused while the database is unavailable, changes nothing, and is stored when it is repeated', async () => {
    const ticket = await ready();
    const before = await board();
    const action = { actionId: randomUUID(), kind: 'claim' };
    const unlock = await lockDatabase(server.dataDir);
    expect(await post(sam, ticket.id, action)).toMatchObject({ status: 503, code: 'unavailable' });
    await expectNothingChanged(before);
    await unlock();
    await server.core.queue.projectAll();
    expect((await post(sam, ticket.id, action)).status).toBe(200);
    expect((await board()).tickets).toMatchObject([{ claim: { by: { name: 'Sam' } } }]);
  });

  it('of a screen that is revoked while its body arrives is refused', async () => {
    const ticket = await ready();
    const { hostname, port } = new URL(server.url);
    const headers = { Authorization: `Bearer ${sam.token}`, 'Content-Type': 'application/json' };
    const slow = request({ hostname, port, method: 'POST', path: `/api/v1/tickets/${ticket.id}/actions`, headers });
    const answered = new Promise<number | undefined>((done) =>
      slow.on('response', (answer) => done(answer.statusCode)),
    );
    const body = JSON.stringify({ actionId: randomUUID(), kind: 'claim' });
    const arrived = once(server.server, 'request');
    slow.write(body.slice(0, 5));
    await arrived;
    await server.command('screen revoke', { id: sam.id });
    slow.end(body.slice(5));
    expect(await answered).toBe(401);
    expect((await board(kim)).tickets).toMatchObject([{ claim: null }]);
  });

  it('[F10] that took more than 30 s is refused, as is one of yesterday or tomorrow', async () => {
    const ticket = await ready();
    const before = await board();
    for (const ago of [30_001, 86_400_000, -86_400_000])
      expect(await act(sam, 'claim', ticket, { at: new Date(SIX - ago).toISOString() })).toMatchObject({
        status: 409,
        code: 'late',
      });
    await expectNothingChanged(before);
    expect((await act(sam, 'claim', ticket, { at: new Date(SIX - 30_000).toISOString() })).status).toBe(200);
  });

  it('on a served course is refused, whether the course is still in memory or not', async () => {
    const ticket = await ready();
    await postEvent('kitchenServeCourse', SIX - 1_000);
    for (const kind of ['claim', 'collect', 'hide', 'recall'] as const)
      expect(await act(sam, kind, ticket)).toMatchObject({
        status: 409,
        code: 'closed',
        detail: 'This course is served already.',
      });
    server.setNow(SIX + 7 * 86_400_000);
    await waitUntilCommitted(server.core);
    const state = server.core.boards.branch(1);
    if (state) forgetEarlierDays(state, server.core.settings, SIX + 7 * 86_400_000);
    expect(state?.orders.size).toBe(0);
    expect(await act(sam, 'claim', ticket)).toMatchObject({ status: 409, code: 'closed' });
    expect(state?.orders.size).toBe(0);
  });

  it('on a ticket of another branch is 403, on none 404', async () => {
    await postEvent('kitchenStartCourse', SIX, { branch: 2, order: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a' });
    const other = await screen('Other', 'ready', [2]);
    const [ticket] = (await board(other)).tickets;
    expect(await act(sam, 'claim', { id: ticket?.id ?? '' })).toMatchObject({ status: 403, code: 'branch' });
    for (const id of ['01-3-1', '1-03-1', '1--0-1']) expect((await act(other, 'claim', { id })).status).toBe(400);
    for (const id of ['999-3-1', '1-9-1', '1-3-9', '1--3-1'])
      expect(await act(other, 'claim', { id })).toMatchObject({ status: 404, code: 'unknown' });
  });

  it('of a program or of guests is 403', async () => {
    const ticket = await ready();
    for (const view of ['api', 'pickup'])
      expect((await act(await screen(view, view), 'claim', ticket)).status).toBe(403);
    const elsewhere = { Origin: 'http://elsewhere.example' };
    expect((await post(sam, ticket.id, { actionId: randomUUID(), kind: 'claim' }, elsewhere)).status).toBe(403);
  });

  it.each([
    ['', 400],
    ['nonsense', 400],
    ['[]', 400],
    ['{}', 400],
    ['{"actionId":"1","kind":"claim"}', 400],
    ['{"actionId":"b0ddb40c-0435-40b1-a976-2e82df8f2f8a","kind":"serve"}', 400],
    ['{"actionId":"b0ddb40c-0435-40b1-a976-2e82df8f2f8a","kind":"claim","at":"yesterday"}', 400],
    ['{"actionId":"b0ddb40c-0435-40b1-a976-2e82df8f2f8a","kind":"claim","by":"Kim"}', 400],
    [`{"actionId":"${'x'.repeat(300_000)}"}`, 413],
  ])('that is invalid is refused by name: %.60s', async (body, status) => {
    const ticket = await ready();
    const before = await board();
    expect((await post(sam, ticket.id, body)).status).toBe(status);
    expect((await post(sam, 'x', '{}')).status).toBe(400);
    await expectNothingChanged(before);
  });

  it('stays with its food when a fact makes it another round', async () => {
    const ticket = await ready();
    await act(sam, 'hide', ticket);
    await postEvent('kitchenStartCourse', SIX + 2 * MINUTE);

    const tickets = (await board()).tickets.map(({ round, hiddenOn }) => ({ round, hiddenOn }));
    expect(tickets).toEqual([
      { round: 1, hiddenOn: [sam.id] },
      { round: 2, hiddenOn: [] },
    ]);
  });

  it('is in history, next to the times of the POS', async () => {
    const ticket = await ready();
    await act(sam, 'collect', ticket);
    const program = await screen('program', 'api');
    const { courses } = (await (await server.get('/api/v1/history/courses', program.token)).json()) as {
      courses: Ticket[];
    };
    expect(courses).toEqual((await board()).tickets);
    expect(courses).toMatchObject([{ collected: { by: { name: 'Sam' } }, measuredSeconds: 600, servedAt: null }]);
  });

  it('never reaches guests', async () => {
    const counter = { orderId: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', year: 2026, number: 6501, ticketNumber: 1 };
    await postEvent('kitchenCompleteCourse', SIX, { order: null, number: null, table: null, cafeteria: counter });
    const [ticket] = (await board()).tickets;
    await act(sam, 'claim', { id: ticket?.id ?? '' });
    await act(sam, 'hide', { id: ticket?.id ?? '' });
    const guests = await screen('Guests', 'pickup');
    expect((await board(guests)).tickets).toMatchObject([{ ticketNumber: 1, claim: null, hiddenOn: [] }]);
  });
});
