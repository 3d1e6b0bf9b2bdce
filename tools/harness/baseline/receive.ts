import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { v7 as timeOrderedId } from 'uuid';
import { KEY } from '../../../server/testing/pos-key';
import { eventKey, type KitchenBody } from '../load/event-key';
import type { Commit } from './commit';

const SECRET = Buffer.from(KEY.secret, KEY.secretEncoding);

/**
 * A request listener that verifies the signature, parses the JSON, commits, and sends a signed reply. `onError`
 * receives the cause of a 500.
 */
export function receiver(commit: Commit, onError: (error: unknown) => void): RequestListener {
  return (request, response) => {
    receive(request, response, commit).catch((error) => {
      onError(error);
      reply(response, 500);
    });
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, commit: Commit): Promise<void> {
  const receivedAt = Date.now();
  const body = await bytesOf(request);
  if (!isSigned(body, request.headers['x-service-signature'])) return reply(response, 400);
  const parsed = JSON.parse(body.toString('utf8')) as KitchenBody;
  await commit({ id: timeOrderedId(), receivedAt, key: eventKey(parsed), body, parsed });
  reply(response, 200);
}

function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

function isSigned(body: Buffer, signature: string | string[] | undefined): boolean {
  const received = Buffer.from(String(signature), 'base64');
  const expected = createHmac('sha256', SECRET).update(body).digest();
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** Sends the same headers as Heatlamp, so that replies have the same size. */
function reply(response: ServerResponse, status: number): void {
  const bytes = Buffer.from('{}');
  response.writeHead(status, {
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'X-Service-Signature': createHmac('sha256', SECRET).update(bytes).digest('base64'),
    'Content-Length': String(bytes.length),
  });
  response.end(bytes);
}
