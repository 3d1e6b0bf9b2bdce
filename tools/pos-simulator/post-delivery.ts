import { type Agent, type IncomingMessage, request } from 'node:http';
import { type SigningKey, sign } from '../../server/webhooks/sign';
import type { Posting } from './plan-deliveries';

/** The receiver and the subscription. `agent` limits the connections; `now` is a monotonic clock in ms. */
export type Receiver = { url: URL; agent: Agent; subscriptionId: string; key: SigningKey; now: () => number };

/** The reply: whether its signature is valid, wrong or missing, and the code of an error. */
export type Reply = {
  status: number;
  signature: 'right' | 'wrong' | 'none';
  json: boolean;
  code: string | null;
  /** It is the answer to a scanned code. */
  isScanAnswer: boolean;
  latencyMs: number;
};

/** No reply, and the reason. */
export type NoReply = { failed: string };

// A POS does not wait longer than this for a reply.
const replyWithinMs = 30_000;

/**
 * Posts one delivery the way the POS does (pos-interface, section 1) and checks the reply. Never throws and never tries
 * again: whether a real POS would is not known.
 */
export async function postDelivery(posting: Posting, receiver: Receiver): Promise<Reply | NoReply> {
  const startedAt = receiver.now();
  const body = Buffer.from(posting.body);
  try {
    const response = await send(posting.path, body, signatureFor(posting, body, receiver.key), receiver);
    const bytes = await readAll(response);
    const latencyMs = receiver.now() - startedAt;
    const signature = checkSignature(response, bytes, receiver.key);
    return { status: response.statusCode ?? 0, signature, ...readJson(bytes), latencyMs };
  } catch (error) {
    return { failed: reasonOf(error, receiver.url) };
  }
}

function send(path: string, body: Buffer, signature: string, receiver: Receiver): Promise<IncomingMessage> {
  const prefix = receiver.url.pathname.replace(/\/$/, '');
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Accept: 'application/json',
    'X-Service-Subscription-Id': receiver.subscriptionId,
    'X-Service-Signature': signature,
  };
  return new Promise((resolve, reject) => {
    const posted = request(
      new URL(prefix + path, receiver.url),
      { method: 'POST', agent: receiver.agent, headers, signal: AbortSignal.timeout(replyWithinMs) },
      resolve,
    );
    posted.on('error', reject);
    posted.end(body);
  });
}

/** A forgery has a signature by the right key for other bytes, which is the hardest to refuse by accident. */
function signatureFor(posting: Posting, body: Buffer, key: SigningKey): string {
  return sign(posting.kind === 'forged' ? Buffer.concat([body, Buffer.from(' ')]) : body, key);
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function checkSignature(response: IncomingMessage, bytes: Buffer, key: SigningKey): Reply['signature'] {
  const signature = response.headers['x-service-signature'];
  if (signature === undefined) return 'none';
  return signature === sign(bytes, key) ? 'right' : 'wrong';
}

function readJson(bytes: Buffer): Pick<Reply, 'json' | 'code' | 'isScanAnswer'> {
  try {
    const reply = JSON.parse(bytes.toString('utf8')) as {
      error?: { code?: unknown };
      scanCode?: { recognized?: unknown };
    } | null;
    const code = reply?.error?.code;
    const isScanAnswer = typeof reply?.scanCode?.recognized === 'boolean';
    return { json: true, code: typeof code === 'string' ? code : null, isScanAnswer };
  } catch {
    return { json: false, code: null, isScanAnswer: false };
  }
}

function reasonOf(error: unknown, { origin }: URL): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return `no reply within ${replyWithinMs / 1000} s`;
  return 'code' in error && typeof error.code === 'string' ? `${error.code} at ${origin}` : error.message;
}
