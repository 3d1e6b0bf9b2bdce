import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../http/peer';
import { Problem, replyProblem } from '../http/problem';
import { reply } from '../http/reply';
import type { Metrics } from './metrics';

/** What proxies add: who is behind one is not this machine, whatever the connection says. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * GET /metrics: with METRICS_TOKEN set, for whoever brings it, from anywhere; else for this machine alone. A kitchen's
 * network is full of guests' telephones.
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
    return new Problem(405, '/metrics answers GET only.', [], { Allow: 'GET, HEAD' });
  if (token !== null) {
    if (isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return null;
    const challenge = { 'WWW-Authenticate': 'Bearer' };
    return new Problem(401, 'Say who asks: Authorization: Bearer <METRICS_TOKEN>.', [], challenge);
  }
  const isPassedOn = FORWARDED.some((name) => name in request.headers);
  const isHere = isLoopback(request.socket.remoteAddress) && !isPassedOn && hasOwnName(request.headers.host);
  return isHere ? null : new Problem(403, 'Only this machine may read this. Set METRICS_TOKEN to let another in.');
}

/** A proxy that says nothing of itself mostly passes the name on that was asked for; so does a page of another site. */
function hasOwnName(host = ''): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || name === '[::1]' || isLoopback(name);
}

/** Compares in constant time. */
function isSame(said: string, wanted: string): boolean {
  const hashed = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashed(said), hashed(wanted));
}
