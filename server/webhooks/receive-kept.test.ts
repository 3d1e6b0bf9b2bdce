import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ListedDelivery } from '../../contract/deliveries';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody, eventMembers } from '../testing/events';
import { KEY, signedHeaders } from '../testing/pos-key';
import { send } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';
import { sign } from './sign';

const AT = Date.now() - 10 * 60_000;
const { event, sender } = eventMembers({ at: AT });

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = await addProgram(server);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.warnings.length = 0;
});

/** Posts, and returns the delivery as the list of deliveries shows it. */
async function kept(eventName: string, body: string | Uint8Array, answer = '{}'): Promise<ListedDelivery> {
  const reply = await server.post(eventName, body);
  expect([reply.status, await reply.text()]).toEqual([200, answer]);
  expect(reply.headers.get('x-service-signature')).toBe(sign(Buffer.from(answer), KEY));
  const [newest] = await newestDeliveries(server, token);
  if (!newest) throw new Error('there are no deliveries');
  return newest;
}

/** A new order for each test. */
let orders = 0;
function order(): { order: string } {
  orders += 1;
  return { order: `5eea25d4-4188-43b8-9a66-${String(orders).padStart(12, '0')}` };
}

const boardTickets = async () => (await (await server.get('/api/v1/board', token)).json()).tickets;

it('stores the delivery byte for byte, with its outcome', async () => {
  const body = `${eventBody({ ...order(), at: AT, name: 'Crème 😀' })}\r\n `;
  const delivery = await kept('kitchenStartCourse', body);
  expect(delivery).toMatchObject({
    outcome: 'applied',
    reason: null,
    subscription: 'heatlamp',
    pathEvent: 'kitchenStartCourse',
    branch: 1,
    body,
    bodyBase64: null,
    bodySha256: createHash('sha256').update(body).digest('hex'),
  });
  expect((await boardTickets()).map(({ id }: { id: string }) => id)).toContain(delivery.ticketId);
});

it('answers every repeat 200', async () => {
  const body = eventBody({ ...order(), at: AT });
  const first = await kept('kitchenStartCourse', body);
  const second = await kept('kitchenStartCourse', body);
  expect([first.outcome, second.outcome]).toEqual(['applied', 'repeat']);
  expect(second.ticketId).toBe(first.ticketId);
  expect(second.id > first.id).toBe(true);
  const together = await Promise.all(Array.from({ length: 20 }, () => server.post('kitchenStartCourse', body)));
  expect(together.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const outcomes = (await newestDeliveries(server, token)).slice(0, 20).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(Array(20).fill('repeat'));
});

it('treats the same fact with another counter as a repeat, also through another subscription', async () => {
  const fields = { ...order(), at: AT };
  await kept('kitchenStartCourse', eventBody({ ...fields, counter: 5 }));
  expect(await kept('kitchenStartCourse', eventBody({ ...fields, counter: 6 }))).toMatchObject({ outcome: 'repeat' });

  await server.command('subscription add', { id: 'second', ...KEY });
  const body = eventBody({ ...fields, counter: 7 });
  const reply = await send(`${server.url}/webhooks/kitchenStartCourse`, {
    body,
    headers: signedHeaders(body, { id: 'second' }),
  });
  expect(reply.status).toBe(200);
  expect((await newestDeliveries(server, token))[0]).toMatchObject({ outcome: 'repeat', subscription: 'second' });
});

it('ignores the same bytes on the path of another event, with that reason', async () => {
  const fields = { ...order(), at: AT };
  const body = eventBody(fields);
  await kept('kitchenStartCourse', body);
  expect(await kept('kitchenServeCourse', body)).toMatchObject({
    outcome: 'ignored',
    reason: 'the same bytes came for kitchenStartCourse',
  });
  expect(await kept('kitchenCompleteCourse', body)).toMatchObject({ outcome: 'ignored' });
  const mine = (await boardTickets()).filter(({ orderId }: { orderId: string }) => orderId === fields.order);
  expect(mine).toMatchObject([{ state: 'KITCHEN-TICKET-STATE-STARTED', servedAt: null, readyAt: null }]);
});

it.each(['tableOpened', 'constructor', '__proto__', 'a b', 'é😀', '%00', '%ff', '..%2F..', 'x'.repeat(4_000)])(
  'ignores the unknown event %s, and stores it',
  async (name) => {
    const path = name.includes('%') ? name : encodeURIComponent(name);
    expect(await kept(path, eventBody({ ...order(), at: AT }))).toMatchObject({
      outcome: 'ignored',
      branch: 1,
      reason: expect.stringContaining('is not an event that we know'),
      ticketId: null,
    });
    expect(server.warnings).toEqual([]);
  },
);

it('ignores the till’s events, and stores them', async () => {
  const session = { sessionId: 'd0f0fbb4-0c1d-4a0d-8a55-3a6e4f8a2a55', lines: [] };
  const events = {
    selectRelation: [{ selectRelation: null }, { selectRelation: { relation: { relationNumber: 1, name: 'J.' } } }],
    scanCode: [{ scanCode: { scannedCode: '5410', codeType: 'barcode' } }],
  };
  for (const [name, bodies] of Object.entries(events)) {
    for (const members of bodies) {
      const body = JSON.stringify({ event, sender, session, ...members });
      const answer = name === 'scanCode' ? '{"scanCode":{"recognized":false}}' : '{}';
      expect(await kept(name, body, answer)).toMatchObject({ outcome: 'ignored', branch: 1, body });
    }
  }
  expect(server.warnings).toEqual([]);
});

it('logs and stores an error follow-up without further effect', async () => {
  const { order: id } = order();
  const original = eventMembers({ order: id, at: AT });
  const body = JSON.stringify({ error: { code: 'INVALID_SIGNATURE', message: 'J. Smith' }, original });
  expect(await kept('kitchenStartCourse', body)).toMatchObject({ outcome: 'follow-up', branch: 1, ticketId: null });
  expect(server.warnings).toEqual(['the POS reports INVALID_SIGNATURE for a delivery on kitchenStartCourse']);
  expect((await boardTickets()).map(({ orderId }: { orderId: string }) => orderId)).not.toContain(id);
});

it('stores a remark if a body was read as another event than its path', async () => {
  const { order: id } = order();
  const slip = eventBody({ order: id, at: AT, actual: 58 });
  expect(await kept('kitchenStartCourse', slip)).toMatchObject({
    outcome: 'applied',
    reason: expect.stringContaining('read as a complete'),
  });
  const nested = { ...eventMembers({ order: id, at: AT + 1 }), kitchenServeCourse: eventMembers({ order: id, at: 0 }) };
  expect(await kept('kitchenStartCourse', JSON.stringify(nested))).toMatchObject({
    outcome: 'applied',
    reason: expect.stringContaining('those under kitchenServeCourse count'),
  });
});

it('accepts text with NUL and lone surrogates, numbers beyond 2^53 and names of object members', async () => {
  const { order: id } = order();
  const body = eventBody({ order: id, at: AT, name: 'NAME', table: { number: '900719925474099312345' } })
    .replace('NAME', 'a\\u0000\\ud83d')
    .replace('{', '{"__proto__":{"course":null},"constructor":1,');
  expect(await kept('kitchenStartCourse', body)).toMatchObject({ outcome: 'applied', body });
  const ticket = (await boardTickets()).find(({ orderId }: { orderId: string }) => orderId === id);
  expect(ticket).toMatchObject({ course: { name: 'a\ufffd' }, table: { number: '900719925474099312345' } });
});

it('stores any signed bytes exactly', async () => {
  const anyBody = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc.constantFrom('\0', '\ufeff', '\ufeff{}', '\u0000{}\u0000').map((text) => new TextEncoder().encode(text)),
  );
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const bytesOf = ({ body, bodyBase64 }: ListedDelivery) =>
    body === null ? Buffer.from(bodyBase64 ?? '', 'base64') : Buffer.from(body);
  await fc.assert(
    fc.asyncProperty(fc.array(anyBody, { minLength: 50, maxLength: 50 }), async (bodies) => {
      const replies = await Promise.all(bodies.map((body) => server.post('kitchenStartCourse', body)));
      expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 400));
      const newest = (await newestDeliveries(server, token)).slice(0, bodies.length);
      expect(newest.map((delivery) => hex(bytesOf(delivery))).toSorted()).toEqual(bodies.map(hex).toSorted());
      for (const { body, bodyBase64 } of newest) expect([body, bodyBase64]).toContain(null);
    }),
    { numRuns: 6 },
  );
});
