import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type SigningKey, sign } from '../../server/webhooks/sign';
import type { Delivery } from './generate-service';
import { pickShare, type Random, shuffled } from './random';

/** How a service is delivered. Shares are 0 to 1 of the deliveries. */
type DeliveryPlan = {
  /** Multiple of real time; Infinity does not wait. */
  speed: number;
  shuffle: boolean;
  repeat: number;
};

/** A request to send, `dueMs` after the first. */
export type Posting = { path: string; body: string; dueMs?: number };

/** An evening without faults, in real time. */
export const NO_FAULTS: DeliveryPlan = { speed: 1, shuffle: false, repeat: 0 };

// A POS retries within 30 seconds or not at all.
const maxRepeatDelayMs = 30_000;

/** A monotonic clock in ms, and a timer. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<void> };

/** Real time. */
export const REAL_TIME: Clock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
};

/** Where to post (a path before `/webhooks` is kept), the subscription, and the number of connections. */
type Destination = { url: URL; subscriptionId: string; key: SigningKey; connections: number };

/** Called once for every posting. */
export type OnResponse = (posting: Posting, response: PosResponse | NoResponse) => void;

// Shorter than the idle timeout of servers, so that no connection is closed just when a delivery is sent.
const idleConnectionMs = 1_000;

/** Where to post, and the subscription. `agent` limits the connections; `now` is a monotonic clock in ms. */
export type Receiver = { url: URL; agent: Agent; subscriptionId: string; key: SigningKey; now: () => number };

/** A response. `signature` is right, wrong or missing; `code` is that of an error body. */
export type PosResponse = {
  status: number;
  signature: 'right' | 'wrong' | 'none';
  json: boolean;
  code: string | null;
  /** Whether the body is a response to a scanned code. */
  isScanResponse: boolean;
  latencyMs: number;
};

/** No response, and the reason. */
export type NoResponse = { failed: string };

// A POS does not wait longer for a response.
const responseTimeoutMs = 30_000;

/**
 * Posts one delivery like the POS (docs/pos-interface.md, section 1) and checks the signature of the response. Neither
 * throws nor retries.
 */
export async function postDelivery(posting: Posting, receiver: Receiver): Promise<PosResponse | NoResponse> {
  const startedAt = receiver.now();
  const body = Buffer.from(posting.body);
  try {
    const response = await send(posting.path, body, receiver);
    const bytes = await buffer(response);
    const latencyMs = receiver.now() - startedAt;
    const signature = checkSignature(response, bytes, receiver.key);
    return { status: response.statusCode ?? 0, signature, ...readJson(bytes), latencyMs };
  } catch (error) {
    return { failed: reasonOf(error, receiver.url) };
  }
}

function send(path: string, body: Buffer, receiver: Receiver): Promise<IncomingMessage> {
  const prefix = receiver.url.pathname.replace(/\/$/, '');
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Accept: 'application/json',
    'X-Service-Subscription-Id': receiver.subscriptionId,
    'X-Service-Signature': sign(body, receiver.key),
  };
  return new Promise((resolve, reject) => {
    const posted = request(
      new URL(prefix + path, receiver.url),
      { method: 'POST', agent: receiver.agent, headers, signal: AbortSignal.timeout(responseTimeoutMs) },
      resolve,
    );
    posted.on('error', reject);
    posted.end(body);
  });
}

function checkSignature(response: IncomingMessage, bytes: Buffer, key: SigningKey): PosResponse['signature'] {
  const signature = response.headers['x-service-signature'];
  if (signature === undefined) return 'none';
  return signature === sign(bytes, key) ? 'right' : 'wrong';
}

function readJson(bytes: Buffer): Pick<PosResponse, 'json' | 'code' | 'isScanResponse'> {
  try {
    const reply = JSON.parse(bytes.toString('utf8')) as {
      error?: { code?: unknown };
      scanCode?: { recognized?: unknown };
    } | null;
    const code = reply?.error?.code;
    const isScanResponse = typeof reply?.scanCode?.recognized === 'boolean';
    return { json: true, code: typeof code === 'string' ? code : null, isScanResponse };
  } catch {
    return { json: false, code: null, isScanResponse: false };
  }
}

function reasonOf(error: unknown, { origin }: URL): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return `no response within ${responseTimeoutMs / 1000} s`;
  return 'code' in error && typeof error.code === 'string' ? `${error.code} at ${origin}` : error.message;
}

/**
 * Sends the postings in order, each when it is due and a connection is free. Resolves to the ms that it took.
 */
export async function sendDeliveries(
  postings: readonly Posting[],
  destination: Destination,
  clock: Clock,
  onResponse: OnResponse,
): Promise<number> {
  const { url, subscriptionId, key, connections } = destination;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleConnectionMs });
  const receiver = { url, agent, subscriptionId, key, now: clock.now };
  const startedAt = clock.now();
  // All connections share one iterator.
  const remaining = postings.values();

  async function useConnection(): Promise<void> {
    for (const posting of remaining) {
      const waitMs = startedAt + (posting.dueMs ?? 0) - clock.now();
      if (waitMs > 0) await clock.wait(waitMs);
      onResponse(posting, await postDelivery(posting, receiver));
    }
  }

  try {
    await Promise.all(Array.from({ length: connections }, useConnection));
  } finally {
    agent.destroy();
  }
  return clock.now() - startedAt;
}

/**
 * Plans the requests in order of sending. The same deliveries, options and random sequence produce the same plan; shares
 * are rounded to whole deliveries.
 */
export function planDeliveries(deliveries: readonly Delivery[], options: DeliveryPlan, random: Random): Posting[] {
  const repeated = pickShare(random, deliveries.length, options.repeat);
  const repeats = deliveries
    .filter((_, position) => repeated.has(position))
    .map((delivery) => ({ ...delivery, atMs: delivery.atMs + random() * maxRepeatDelayMs }));
  const sent = [...deliveries, ...repeats].sort((a, b) => a.atMs - b.atMs);
  const firstAtMs = sent[0]?.atMs ?? 0;
  const ordered = options.shuffle ? shuffled(random, sent) : sent;
  // Shuffled deliveries swap their due times, so that the service is as long and as busy as before.
  const dueMs = (slot: number) => ((sent[slot]?.atMs ?? 0) - firstAtMs) / options.speed;
  return ordered.map(({ path, body }, slot) => ({ path, body, dueMs: dueMs(slot) }));
}
