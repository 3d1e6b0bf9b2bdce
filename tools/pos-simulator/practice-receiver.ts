import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SigningKey, sign } from '../../server/webhooks/sign';

/** A receiver for tests that checks signatures only. */
export type PracticeReceiver = { url: URL; accepted: string[]; refused: string[]; close: () => Promise<void> };

/** The response to a delivery with a valid signature. */
export type ReceiverResponse = { status: number; body: string; signature: 'right' | 'wrong' | 'none' };

const acknowledgement: ReceiverResponse = { status: 200, body: '{}', signature: 'right' };

/** Listens on a free port. `respond` may change a response; `acceptsAll` skips the check of signatures. */
export async function startReceiver(
  key: SigningKey,
  respond: (path: string, body: string) => Partial<ReceiverResponse> = () => ({}),
  acceptsAll = false,
): Promise<PracticeReceiver> {
  const accepted: string[] = [];
  const refused: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const body = bytes.toString('utf8');
    response.setHeader('Content-Type', 'application/json');
    if (!acceptsAll && request.headers['x-service-signature'] !== sign(bytes, key)) {
      refused.push(body);
      response.writeHead(400).end('{"error":{"code":"INVALID_SIGNATURE","message":"The signature does not match"}}');
      return;
    }
    accepted.push(body);
    const reply = { ...acknowledgement, ...respond(request.url ?? '', body) };
    const signed = Buffer.from(reply.signature === 'wrong' ? `${reply.body} ` : reply.body);
    if (reply.signature !== 'none') response.setHeader('X-Service-Signature', sign(signed, key));
    response.writeHead(reply.status).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    accepted,
    refused,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
