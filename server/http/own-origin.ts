import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request is from a page of this server, or from a program, which sends no origin. CORS does not apply to
 * WebSocket: without this check any website that a tablet visits could read the board with the cookie of the tablet.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin);
}
