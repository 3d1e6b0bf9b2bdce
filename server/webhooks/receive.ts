import { hash, randomFillSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { v7 as timeOrderedId } from 'uuid';
import { REFUSALS, type RefusalCode } from '../../contract/constants';
import type { Settings } from '../../domain/settings';
import type { Admission } from '../http/admission';
import { discard, readBody, refuseByHeaders } from '../http/read-body';
import { replyLater } from '../http/reply';
import type { Counters, Delivery, StoreResult, TranslationContext } from '../intake/delivery';
import type { WriteQueue } from '../intake/write-queue';
import { answer } from './answer';
import { headersOfInterest } from './headers';
import { createIntakeSettings } from './intake-settings';
import { shortText } from './member-values';
import { createRefuser, type RefuserDeps, replyMethod, replyTryAgain, type Webhook } from './refusals';
import type { SigningKey } from './sign';
import type { Subscription } from './subscription';
import { isForOtherBranch, translate } from './translate';
import { identify, verify } from './verify';

const RANDOM_BYTES = 16;
const IDS_PER_FILL = 256;

const MAX_EVENT_LENGTH = 200;

type WebhookHandler = (request: IncomingMessage, response: ServerResponse, pathEvent: string) => Promise<void>;

/** The parts of the server that receiving deliveries needs. */
type ReceiveDeps = RefuserDeps & {
  settings: Settings;
  queue: Pick<WriteQueue<never>, 'deliver'>;
  admission: Pick<Admission, 'openBody' | 'recognise' | 'takeRequest'>;
  counters: Pick<Counters, 'countAnswer'>;
  /** Resolves to whether memory surely has every subscription that was stored before. */
  knowsConfiguration: () => Promise<boolean>;
  /** Called with the subscription and the key of each stored delivery. */
  noteUsed: (subscription: Subscription, key: SigningKey) => void;
};

/**
 * Receives deliveries of the POS (pos-interface, section 1). Cheap checks come first, a body is verified before it is
 * parsed, and a delivery is answered once it is stored.
 */
export function createWebhookHandler(deps: ReceiveDeps): WebhookHandler {
  const nextId = createDeliveryIds();
  const { subscriptions, queue, admission, counters, knowsConfiguration, noteUsed, now, log } = deps;
  const { refuse, refuseBody, refuseSignature } = createRefuser(deps);
  const settings = createIntakeSettings(deps.settings);

  /**
   * What a check of a sender says. One that refuses is made again with the subscriptions of all nodes, because the POS may
   * not send again what is refused; null while they are not known.
   */
  async function certain<Result>(check: () => Result, isAccepted: (result: Result) => boolean): Promise<Result | null> {
    const result = check();
    if (isAccepted(result)) return result;
    return (await knowsConfiguration()) ? check() : null;
  }

  const refuseUncertain = (webhook: Webhook) =>
    refuse(webhook, 'UNAVAILABLE', 'another node may have changed its subscription, and the database does not tell');

  return async (request, response, event) => {
    const pathEvent = shortText(event, MAX_EVENT_LENGTH);
    const webhook = { request, response, pathEvent };
    const identifySender = () => identify(request.headers, subscriptions(), settings().pinnedPrefix);
    // Only its signature tells whether a delivery that claims a known subscription is the POS's.
    const mayBeOfPos = request.method === 'POST' && identifySender().known;
    if (!mayBeOfPos && !admission.takeRequest(request)) return replyTryAgain(response, 'TOO_MANY');
    if (request.method !== 'POST') {
      await discard(request);
      // Not counted: the POS only posts, and anybody may open the address in a browser.
      log.warn({ method: request.method }, 'webhook refused: only POST is accepted');
      return replyMethod(response);
    }
    const begun = performance.now();
    const receivedAt = now();
    const problem = refuseByHeaders(request);
    if (problem) {
      await discard(request);
      return refuseBody(webhook, problem);
    }
    // Checked before the body is read, so that unknown senders cannot fill the memory.
    const claimed = await certain(identifySender, ({ known }) => known);
    if (!claimed) return refuseUncertain(webhook);
    if (!claimed.known) return refuse(webhook, claimed.code, REFUSALS[claimed.code], claimed);
    const [{ subscription }] = claimed.claims;
    const cut = new AbortController();
    const room = admission.openBody(request, (when) => {
      cut.abort();
      const why = 'too many connections are open, or bodies are being received: its connection is ended';
      const refuseCut = () => refuse(webhook, 'UNAVAILABLE', why, { subscriptionId: subscription.id });
      if (when === 'later') replyLater(response, refuseCut);
      else refuseCut();
    });
    const read = await readBody(request, { onBytes: room.take, signal: cut.signal });
    room.release();
    if (cut.signal.aborted) return;
    if (!read.ok) return refuseBody(webhook, read.why);
    const { body } = read;
    const readSent = () => {
      // The body may have taken long, and the subscription may have changed or ended meanwhile.
      const identified = identifySender();
      if (!identified.known) return { ...identified, verified: false as const };
      const verified = verify(identified.claims, body, now());
      if (!verified.verified) return { ...verified, claimed: identified.claims[0] };
      const addressed: TranslationContext = {
        pathEvent,
        pinnedEvent: verified.subscription.event,
        pathSlip: settings().pathSlip,
        contentType: request.headers['content-type'] ?? null,
        branches: verified.subscription.branches,
      };
      const bodySha256 = hash('sha256', body);
      return { ...verified, addressed, bodySha256, translation: translate(body, bodySha256, addressed, receivedAt) };
    };
    const sent = await certain(readSent, (result) => result.verified && !isForOtherBranch(result.translation));
    if (!sent) return refuseUncertain(webhook);
    if (!sent.verified) {
      if ('claimed' in sent) return refuseSignature(webhook, sent.claimed, body);
      return refuse(webhook, sent.code, REFUSALS[sent.code], sent);
    }

    admission.recognise(request);
    const { addressed, bodySha256, translation } = sent;
    const delivery: Delivery = {
      id: nextId(receivedAt),
      receivedAt,
      subscription: sent.subscription.id,
      pathEvent,
      headers: headersOfInterest(request.headers),
      body,
      bodySha256,
      translation,
      isReplay: false,
    };
    const isScan = translation.kind === 'ignored' && translation.isScan;
    const result = await queue.deliver(delivery, addressed);
    answer(response, sent, codeFor(delivery, result), isScan);
    counters.countAnswer(result, performance.now() - begun);
    if (result.storedIn !== 'nowhere') noteUsed(sent.subscription, sent.key);
    const context = { delivery: delivery.id, branch: translation.branch };
    if (translation.kind === 'unreadable')
      log.warn({ ...context, code: translation.code }, `delivery stored as unreadable: ${translation.reason}`);
    if (translation.kind === 'follow-up') log.warn(context, translation.reason);
  };
}

/** The code of a refusal; null for a delivery that is answered 200. */
function codeFor(delivery: Delivery, result: StoreResult): RefusalCode | null {
  if (result.storedIn === 'nowhere') return 'UNAVAILABLE';
  if (result.storedIn === 'database') return result.code;
  return delivery.translation.kind === 'unreadable' ? delivery.translation.code : null;
}

/**
 * Returns a generator of ids for deliveries: UUIDs of version 7, each greater than the previous one, also within a
 * millisecond and after the clock was set back. `now` is epoch ms. Random bytes are fetched for many ids at once.
 */
export function createDeliveryIds(): (now: number) => string {
  const pool = Buffer.alloc(RANDOM_BYTES * IDS_PER_FILL);
  let used = pool.length;
  let at = Number.NEGATIVE_INFINITY;
  let sequence = 0;

  return (now) => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + RANDOM_BYTES);
    used += RANDOM_BYTES;
    if (now > at) {
      at = now;
      // The highest bit stays 0, so that the sequence can be counted up within this millisecond.
      sequence = random.readUInt32BE(6) & 0x7fff_ffff;
    } else {
      sequence += 1;
    }
    return timeOrderedId({ random, msecs: at, seq: sequence });
  };
}
