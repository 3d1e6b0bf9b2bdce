import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../http/peer';
import { Problem, reply, replyProblem } from '../http/reply';
import type { Metrics } from './metrics';

/** Headers that proxies add. A request with one of them does not come from this machine, even over loopback. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * GET /metrics. With METRICS_TOKEN set, it requires that token, from anywhere; otherwise only this machine may read it,
 * because guests may be on the same network.
 */
export async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  metrics: Metrics,
  token: string | null,
): Promise<void> {
  const refused = refusal(request, token);
  if (refused) return replyProblem(response, refused);
  const { contentType, text } = await metrics.read();
  reply(response, 200, { 'Content-Type': contentType }, text);
}

function refusal(request: IncomingMessage, token: string | null): Problem | null {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Problem(405, '/metrics answers GET only.', { headers: { Allow: 'GET, HEAD' } });
  if (token !== null) {
    if (isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return null;
    const challenge = { 'WWW-Authenticate': 'Bearer' };
    return new Problem(401, 'Identify yourself: Authorization: Bearer <METRICS_TOKEN>.', { headers: challenge });
  }
  if (isFromThisMachine(request)) return null;
  return new Problem(403, 'Only this machine may read this. Set METRICS_TOKEN to allow others.');
}

/** Whether this machine sent a request: over loopback, and not for somebody else, as a proxy does. */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const isForwarded = FORWARDED.some((name) => name in headers);
  return isLoopback(socket.remoteAddress) && !isForwarded && hasOwnName(headers.host);
}

/** Detects proxies that add no such headers, and pages of other sites: their Host is not a name of this machine. */
function hasOwnName(host = ''): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || name === '[::1]' || isLoopback(name);
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const hashed = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashed(given), hashed(wanted));
}
