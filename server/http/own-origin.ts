import { type ClientRequest, isHttps, type Trust } from './peer';

/**
 * Whether a request is from a page of this server, or from a program, which sends no origin. CORS does not apply to
 * WebSocket: without this check any website that a tablet visits could read the board with the cookie of the tablet.
 */
export function isOwnOrigin(request: ClientRequest, config: Trust): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (config.publicUrl !== null && new URL(config.publicUrl).origin === origin) return true;
  // Anybody on the network can answer for a name over plain http: such a page is not of a server that has https.
  return page.host === host && (page.protocol === 'https:' || !isHttps(request, config));
}
