import { afterEach, describe, expect, it } from 'vitest';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { readDeliveries } from './option-values';
import { type PracticeReceiver, type ReceiverResponse, startReceiver } from './practice-receiver';
import { type RunOptions, simulate } from './simulate';
import type { Summary } from './summary';

const deliveries = readDeliveries(`${import.meta.dirname}/fixtures/friday-evening.jsonl`).slice(0, 100);

let receiver: PracticeReceiver | undefined;
afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
});

async function run(
  { prefix = '/', acceptsAll = false, ...options }: Partial<RunOptions> & { prefix?: string; acceptsAll?: boolean },
  respond?: (path: string, body: string) => Partial<ReceiverResponse>,
): Promise<{ receiver: PracticeReceiver; summary: Summary; printed: string }> {
  let printed = '';
  receiver = await startReceiver(KEY, respond, acceptsAll);
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const { summary } = await simulate(
    { deliveries, truth: null },
    11,
    { ...plainRun, url: new URL(prefix, receiver.url), ...options },
    {
      clock: { now: () => performance.now(), wait },
      today: () => Date.parse('2027-01-15T11:00:00.000Z'),
      errors: {
        write: (text) => {
          printed += text;
        },
      },
    },
  );
  return { receiver, summary, printed };
}

const plainRun = {
  id: SUBSCRIPTION,
  secret: KEY.secret,
  secretEncoding: KEY.secretEncoding,
  speed: Number.POSITIVE_INFINITY,
  as: 'recorded',
  connections: 1,
  shuffle: false,
  repeat: 0,
  delay: 0,
  lose: 0,
  forge: 0,
} as const;

describe('simulate', () => {
  it.each([
    [{ secret: 'c2VjcmV0' }, ['a delivery was not accepted: 400 INVALID_SIGNATURE']],
    [{ url: new URL('http://127.0.0.1:1') }, ['a delivery was not accepted: ECONNREFUSED at http://127.0.0.1:1']],
    [{}, []],
  ])(
    'prints each reason why deliveries are not accepted, once, and not for forgeries: %j',
    async (options, expected) => {
      const { printed } = await run({ ...options, forge: 0.1 });
      // A slow run also prints its progress.
      expect(printed.split('\n').filter((line) => line !== '' && !/^\d+ of /.test(line))).toEqual(expected);
    },
  );

  it('sends the exact bodies in order over one connection', async () => {
    const { receiver, summary } = await run({});
    expect(receiver.accepted).toEqual(deliveries.map(({ body }) => body));
    expect(summary).toMatchObject({ seed: 11, sent: 100, byStatus: { 200: 100 }, failed: 0, unsigned: 0, ok: true });
    expect(summary.latencyMs?.max).toBeGreaterThanOrEqual(summary.latencyMs?.p50 ?? Infinity);
  });

  it('sends everything once over many connections', async () => {
    const { receiver, summary } = await run({ connections: 8, shuffle: true });
    expect([...receiver.accepted].sort()).toEqual(deliveries.map(({ body }) => body).sort());
    expect(summary.ok).toBe(true);
  });

  it('keeps a path in front of /webhooks', async () => {
    const paths = new Set<string>();
    await run({ prefix: '/pos/7/' }, (path) => {
      paths.add(path);
      return {};
    });
    expect(paths).toContain('/pos/7/webhooks/kitchenStartCourse');
  });

  it('sends forgeries, which do not count as sent or lost', async () => {
    const { receiver, summary } = await run({ forge: 0.1, repeat: 0.1, lose: 0.1 });
    expect(receiver.refused).toHaveLength(9);
    expect(receiver.accepted).toHaveLength(99);
    expect(summary).toMatchObject({ sent: 99, repeats: 9, lost: 10, forged: { sent: 9, refused: 9, notRefused: 0 } });
    expect(summary.ok).toBe(true);
  });

  it('does not pass if every delivery was lost', async () => {
    expect((await run({ lose: 1 })).summary).toMatchObject({ sent: 0, lost: 100, ok: false });
  });

  it('reports an accepted forgery', async () => {
    const { summary } = await run({ forge: 0.1, acceptsAll: true });
    expect(summary).toMatchObject({
      byStatus: { 200: 100 },
      forged: { sent: 10, refused: 0, notRefused: 10 },
      ok: false,
    });
  });

  it('reports a wrong secret', async () => {
    const { summary } = await run({ secret: 'AAAA' });
    expect(summary).toMatchObject({
      byStatus: { 400: 100 },
      byCode: { INVALID_SIGNATURE: 100 },
      unsigned: 100,
      ok: false,
    });
  });

  it.each([
    ['unsigned', { signature: 'none' }],
    ['wronglySigned', { signature: 'wrong' }],
    ['notJson', { body: 'thanks' }],
  ] as const)('counts replies that are %s', async (count, response) => {
    const { summary } = await run({}, () => response);
    expect(summary).toMatchObject({ [count]: 100, byStatus: { 200: 100 }, ok: false });
  });

  it('counts statuses and error codes', async () => {
    const body = '{"error":{"code":"INVALID_DATA","message":"no"}}';
    const { summary } = await run({}, (path) => (path.includes('Serve') ? { status: 400, body } : {}));
    expect(summary.byCode).toEqual({ INVALID_DATA: summary.byStatus['400'] });
    expect(summary.ok).toBe(false);
  });

  it('reports an unreachable receiver by its address, and does not retry', async () => {
    const { summary } = await run({ url: new URL('http://127.0.0.1:1') });
    expect(summary).toMatchObject({
      sent: 100,
      failed: 100,
      failures: { 'ECONNREFUSED at http://127.0.0.1:1': 100 },
      latencyMs: null,
      ok: false,
    });
  });

  it('takes as long as the service divided by the speed', async () => {
    const { summary } = await run({ speed: 20_000 });
    const spanMs = (deliveries.at(-1)?.atMs ?? 0) - (deliveries[0]?.atMs ?? 0);
    expect(summary.seconds).toBeGreaterThanOrEqual(Math.floor(spanMs / 20_000) / 1_000);
  });

  it('refuses an address that is not this machine, unless allowed', async () => {
    await expect(run({ url: new URL('http://192.0.2.1') })).rejects.toThrow('--anywhere');
  });
});
