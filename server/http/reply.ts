import type { ServerResponse } from 'node:http';

/** Ends a response with this body. Does nothing if the response has begun or the client has disconnected. */
export function reply(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  });
  // Node.js sends text in one packet with the headers.
  response.end(body);
}

const LATER_MS = 1_000;

/** Refuses a client that sends too much a second later, so that many connections that wait for answers cost little. */
export function replyLater(response: ServerResponse, refuse: () => void): void {
  const timer = setTimeout(refuse, LATER_MS);
  response.once('close', () => clearTimeout(timer));
}

export function replyJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  reply(response, status, { 'Content-Type': 'application/json', ...headers }, JSON.stringify(value));
}
