import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyProblem, RefusalCode, SignatureFinding } from '../../contract/deliveries';
import { REFUSALS } from '../../contract/deliveries';
import type { Settings } from '../../domain/settings-in-force';
import type { Config } from '../config';
import type { Admission } from '../http/admission';
import { addressOf } from '../http/peer';
import { discard, readBody, refuseByHeaders } from '../http/read-body';
import { redactHeaders } from '../http/redact-headers';
import { reply } from '../http/reply';
import type { Counters } from '../intake/counters';
import type { Delivery, StoreResult, TranslationContext } from '../intake/delivery';
import type { WriteQueue } from '../intake/write-queue';
import type { Log } from '../log';
import { answer, errorBody } from './answer';
import { createDeliveryIds } from './delivery-ids';
import { describeMismatch, explainMismatch } from './explain-mismatch';
import { headersOfInterest, headersOfRefused } from './headers';
import { createIntakeSettings } from './intake-settings';
import { shortText } from './member-values';
import type { Refusals } from './refusals';
import type { Subscription } from './subscription';
import { translate } from './translate';
import { type Claimed, identify, verify } from './verify';

const EXPLAIN_INTERVAL_MS = 1_000;
const MAX_EVENT_LENGTH = 200;
const BODY_ERRORS: Readonly<Record<BodyProblem, string>> = {
  'too-large': 'the body is larger than 256 KB',
  encoded: 'the body is compressed',
  'cut-short': 'the body was cut short',
  'too-slow': 'the body took longer than 15 s',
  gone: 'the sender disconnected before the body was complete',
};

export type WebhookHandler = (request: IncomingMessage, response: ServerResponse, pathEvent: string) => Promise<void>;

type Webhook = { request: IncomingMessage; response: ServerResponse; pathEvent: string };
type About = { problem?: BodyProblem; subscriptionId?: string | null; finding?: SignatureFinding | null };

/** The parts of the server that receiving deliveries needs. */
export type ReceiveDeps = {
  config: Config;
  settings: Settings;
  subscriptions: () => ReadonlyMap<string, Subscription>;
  queue: Pick<WriteQueue<never>, 'deliver' | 'room'>;
  refusals: Refusals;
  admission: Pick<Admission, 'openBody' | 'recognise'>;
  counters: Pick<Counters, 'countAnswer'>;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
};

/**
 * Receives deliveries of the POS (pos-interface, section 1). Cheap checks come first, a body is verified before it is
 * parsed, and a delivery is answered once it is stored.
 */
export function createWebhookHandler(deps: ReceiveDeps): WebhookHandler {
  let lastExplainedAt = Number.NEGATIVE_INFINITY;
  const nextId = createDeliveryIds();
  const { subscriptions, queue, refusals, admission, counters, now, log, config } = deps;
  const settings = createIntakeSettings(deps.settings);

  const refuse = ({ request, response, pathEvent }: Webhook, code: RefusalCode, why: string, more: About = {}) => {
    const { problem = null, subscriptionId = null, finding = null } = more;
    const ours = subscriptionId !== null && subscriptions().has(subscriptionId) ? subscriptionId : null;
    refusals.count({
      code,
      problem,
      at: now(),
      subscriptionId: ours,
      hint: finding && why,
      finding,
      last: {
        event: shortText(pathEvent, MAX_EVENT_LENGTH),
        address: addressOf(request, config),
        headers: redactHeaders(headersOfRefused(request.headers)),
      },
    });
    log.warn({ code, subscription: ours }, `webhook refused: ${why}`);
    const isMethod = code === 'METHOD_NOT_ALLOWED';
    const headers: Record<string, string> = isMethod || problem ? { Connection: 'close' } : {};
    if (isMethod) headers.Allow = 'POST';
    reply(response, isMethod ? 405 : 400, { 'Content-Type': 'application/json', ...headers }, errorBody(code));
  };
  const refuseBody = (webhook: Webhook, problem: BodyProblem) =>
    refuse(webhook, 'INVALID_DATA', BODY_ERRORS[problem], { problem });

  /** At most once a second, because it tries every way of signing, and anyone can send an invalid signature. */
  const explain = (claimed: Claimed, body: Buffer): { why: string; finding: SignatureFinding | null } => {
    const now = performance.now();
    if (now - lastExplainedAt < EXPLAIN_INTERVAL_MS) return { why: 'the signature does not match', finding: null };
    lastExplainedAt = now;
    const finding = explainMismatch(claimed, body, subscriptions().values());
    const separator = finding.is === 'unknown-secret' ? ',' : ';';
    return { why: `the signature does not match${separator} ${describeMismatch(finding)}`, finding };
  };

  return async (request, response, pathEvent) => {
    const webhook = { request, response, pathEvent };
    if (request.method !== 'POST') {
      await discard(request);
      return refuse(webhook, 'METHOD_NOT_ALLOWED', `${request.method} is not POST`);
    }
    const begun = performance.now();
    const receivedAt = now();
    const problem = refuseByHeaders(request);
    if (problem) {
      await discard(request);
      return refuseBody(webhook, problem);
    }
    // Checked before the body is read, so that unknown senders cannot fill the memory.
    const identified = identify(request.headers, subscriptions(), settings().pinnedPrefix);
    if (!identified.known) return refuse(webhook, identified.code, REFUSALS[identified.code], identified);
    await queue.room();
    const read = await readBody(request, { room: admission.openBody(request) });
    if (!read.ok) return read.why === 'no-room' ? replyFull(response) : refuseBody(webhook, read.why);
    const { body } = read;
    const verified = verify(identified.claims, body, receivedAt);
    if (!verified.verified) {
      const [claimed] = identified.claims;
      const { why, finding } = explain(claimed, body);
      return refuse(webhook, verified.code, why, { subscriptionId: claimed.subscription.id, finding });
    }

    admission.recognise(request);
    const addressed: TranslationContext = {
      pathEvent: shortText(pathEvent, MAX_EVENT_LENGTH),
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
      reading: translate(body, bodySha256, addressed, receivedAt),
      isReplay: false,
    };
    const { reading } = delivery;
    const isScan = reading.kind === 'ignored' && reading.isScan;
    const result = await queue.deliver(delivery, addressed);
    answer(response, verified, codeFor(delivery, result), isScan);
    counters.countAnswer(result, performance.now() - begun);
    const context = { delivery: delivery.id, branch: reading.branch };
    if (reading.kind === 'unreadable')
      log.warn({ ...context, code: reading.code }, `delivery stored as unreadable: ${reading.reason}`);
    if (reading.kind === 'follow-up') log.warn(context, reading.reason);
  };
}

/** The POS sends again what is answered 503. */
function replyFull(response: ServerResponse): void {
  const headers = { 'Content-Type': 'application/json', Connection: 'close', 'Retry-After': '1' };
  reply(response, 503, headers, errorBody('UNAVAILABLE'));
}

/** The code of a refusal; null for a delivery that is answered 200. */
function codeFor(delivery: Delivery, result: StoreResult): RefusalCode | null {
  if (result.storedIn === 'nowhere') return 'UNAVAILABLE';
  if (result.storedIn === 'database') return result.code;
  return delivery.reading.kind === 'unreadable' ? delivery.reading.code : null;
}
