import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Delivery } from '../board/delivery';
import type { Kept } from '../board/write-queue';
import type { Core } from '../core';
import { discard, readBody, refuseByHeaders } from '../http/read-body';
import { reply } from '../http/reply';
import { answer, errorBody } from './answer';
import { createDeliveryIds } from './delivery-ids';
import { explainMismatch } from './explain-mismatch';
import { headersOfInterest } from './headers';
import { createIntakeSettings } from './intake-settings';
import { shortText } from './member-values';
import { REFUSALS, type RefusalCode } from './refusal-codes';
import type { Refusals } from './refusals';
import { type Addressed, translate } from './translate';
import { type Claimed, identify, verify } from './verify';

const EXPLAIN_AT_MOST_EVERY_MS = 1_000;
const LONGEST_EVENT = 200;
const BODY_PROBLEMS = {
  'too-large': 'the body is larger than 256 KB',
  encoded: 'the body is compressed',
  'cut-short': 'the body was cut short',
  'too-slow': 'the body took longer than 15 s',
  gone: 'the sender hung up before the body was complete',
} as const;

export type WebhookHandler = (request: IncomingMessage, response: ServerResponse, pathEvent: string) => Promise<void>;

/**
 * Takes deliveries from the POS (pos-interface, section 1): cheap refusals first, bytes verified before they are
 * parsed, the answer after the commit.
 */
export function createWebhookHandler(core: Core, refusals: Refusals): WebhookHandler {
  let lastExplainedAt = Number.NEGATIVE_INFINITY;
  const nextId = createDeliveryIds();
  const settings = createIntakeSettings(core.settings);

  const refuse = (
    response: ServerResponse,
    code: RefusalCode,
    why: string,
    close: boolean,
    { subscriptionId = null, hint = null }: { subscriptionId?: string | null; hint?: string | null } = {},
  ) => {
    const at = core.now();
    const ours = subscriptionId !== null && core.subscriptions().has(subscriptionId) ? subscriptionId : null;
    refusals.count({ code, at, subscriptionId: ours, hint });
    core.log.warn({ code, subscription: ours }, `webhook refused: ${why}`);
    const headers: Record<string, string> = close ? { Connection: 'close' } : {};
    if (code === 'METHOD_NOT_ALLOWED') headers.Allow = 'POST';
    reply(
      response,
      code === 'METHOD_NOT_ALLOWED' ? 405 : 400,
      { 'Content-Type': 'application/json', ...headers },
      errorBody(code),
    );
  };

  /** At most one explanation a second: it tries every way of signing, and anybody may send a wrong signature. */
  const explain = (claimed: Claimed, body: Buffer): { why: string; hint: string | null } => {
    const now = performance.now();
    if (now - lastExplainedAt < EXPLAIN_AT_MOST_EVERY_MS) return { why: 'the signature does not match', hint: null };
    lastExplainedAt = now;
    const found = explainMismatch(claimed, body, core.subscriptions().values());
    const why = `the signature does not match${found ? `; ${found}` : ', nor would it in any other encoding'}`;
    return { why, hint: why };
  };

  return async (request, response, pathEvent) => {
    if (request.method !== 'POST') {
      await discard(request);
      return refuse(response, 'METHOD_NOT_ALLOWED', `${request.method} is not POST`, true);
    }
    const receivedAt = core.now();
    const tooMuch = refuseByHeaders(request);
    if (tooMuch) {
      await discard(request);
      return refuse(response, 'INVALID_DATA', BODY_PROBLEMS[tooMuch], true);
    }
    // Before the body is read: strangers may not fill our memory with theirs.
    const identified = identify(request.headers, core.subscriptions(), settings().pinnedPrefix);
    if (!identified.known) return refuse(response, identified.code, REFUSALS[identified.code], false, identified);
    await core.queue.room();
    const read = await readBody(request);
    if (!read.ok) return refuse(response, 'INVALID_DATA', BODY_PROBLEMS[read.why], true);
    const { body } = read;
    const verified = verify(identified.claims, body, receivedAt);
    if (!verified.verified) {
      const [claimed] = identified.claims;
      const { why, hint } = explain(claimed, body);
      return refuse(response, verified.code, why, false, { subscriptionId: claimed.subscription.id, hint });
    }

    const addressed: Addressed = {
      pathEvent: shortText(pathEvent, LONGEST_EVENT),
      pinnedEvent: verified.subscription.event,
      pathSlip: settings().pathSlip,
      contentType: request.headers['content-type'] ?? null,
    };
    const bodySha256 = hash('sha256', body);
    const delivery: Delivery = {
      id: nextId(receivedAt),
      receivedAt,
      subscription: verified.subscription.id,
      pathEvent: addressed.pathEvent,
      headers: headersOfInterest(request.headers),
      body,
      bodySha256,
      reading: translate(body, bodySha256, addressed),
      isReplay: false,
    };
    const kept = await core.queue.deliver(delivery, addressed);
    answer(response, verified, codeFor(delivery, kept));
    const { reading } = delivery;
    const told = { delivery: delivery.id, branch: reading.branch };
    if (reading.kind === 'unreadable')
      core.log.warn({ ...told, code: reading.code }, `delivery kept as unreadable: ${reading.reason}`);
    if (reading.kind === 'follow-up') core.log.warn(told, reading.reason);
  };
}

/** Null for a delivery that is answered 200. */
function codeFor(delivery: Delivery, kept: Kept): RefusalCode | null {
  if (kept.kept === 'nowhere') return 'UNAVAILABLE';
  if (kept.kept === 'database') return kept.code;
  return delivery.reading.kind === 'unreadable' ? delivery.reading.code : null;
}
