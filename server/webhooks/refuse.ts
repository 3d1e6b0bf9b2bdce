import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyProblem, type CountedCode, REFUSALS } from '../../contract/constants';
import type { SignatureFinding } from '../../contract/deliveries';
import type { Config } from '../config';
import { BUDGETS, createBuckets } from '../http/budgets';
import { addressOf } from '../http/peer';
import { bodyError } from '../http/read-body';
import { redactHeaders } from '../http/redact-headers';
import { reply, replyLater } from '../http/reply';
import type { Log } from '../log';
import { errorBody } from './answer';
import { describeMismatch, explainMismatch } from './explain-mismatch';
import { headersOfRefused } from './headers';
import type { Refusals } from './refusals';
import type { Subscription } from './subscription';
import type { Claimed } from './verify';

const EXPLAIN_INTERVAL_MS = 1_000;

/** A request to the path of an event, whose name is shortened. */
export type Webhook = { request: IncomingMessage; response: ServerResponse; pathEvent: string };
type About = { problem?: BodyProblem; subscriptionId?: string | null; finding?: SignatureFinding | null };

export type RefuserDeps = {
  config: Config;
  subscriptions: () => ReadonlyMap<string, Subscription>;
  refusals: Refusals;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
};

/** Answers a request that the POS should send again: it is above a budget, or cannot be stored now. */
export function replyTryAgain(response: ServerResponse, code: 'TOO_MANY' | 'UNAVAILABLE'): void {
  const headers = { 'Content-Type': 'application/json', Connection: 'close', 'Retry-After': '1' };
  if (code === 'UNAVAILABLE') reply(response, 503, headers, errorBody(code));
  else replyLater(response, () => reply(response, 429, headers, errorBody(code)));
}

/** Answers a request of another method than POST. */
export function replyMethod(response: ServerResponse): void {
  const headers = { 'Content-Type': 'application/json', Connection: 'close', Allow: 'POST' };
  reply(response, 405, headers, errorBody('METHOD_NOT_ALLOWED'));
}

/** Refuses requests: counts them for managers, logs the reason, and answers with a code. */
export function createRefuser({ config, subscriptions, refusals, now, log }: RefuserDeps) {
  let lastExplainedAt = Number.NEGATIVE_INFINITY;
  const wrongSignaturesOf = createBuckets(BUDGETS.wrongSignatures, BUDGETS.addresses, () => performance.now());

  const refuse = ({ request, response, pathEvent }: Webhook, code: CountedCode, why: string, more: About = {}) => {
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
        event: pathEvent,
        address: addressOf(request, config),
        headers: redactHeaders(headersOfRefused(request.headers)),
      },
    });
    log.warn({ code, subscription: ours }, `webhook refused: ${why}`);
    if (code === 'TOO_MANY' || code === 'UNAVAILABLE') return replyTryAgain(response, code);
    const headers = { 'Content-Type': 'application/json', ...(problem ? { Connection: 'close' } : {}) };
    reply(response, 400, headers, errorBody(code));
  };

  /** At most once a second, because it tries every way of signing, and anyone can send an invalid signature. */
  const explain = (claimed: Claimed, body: Buffer): { why: string; finding: SignatureFinding | null } => {
    const now = performance.now();
    if (now - lastExplainedAt < EXPLAIN_INTERVAL_MS) return { why: 'the signature does not match', finding: null };
    lastExplainedAt = now;
    const finding = explainMismatch(claimed, body, subscriptions().values());
    const separator = finding.is === 'unknown-secret' ? ',' : ';';
    return { why: `the signature does not match${separator} ${describeMismatch(finding)}`, finding };
  };

  return {
    refuse,
    refuseBody: (webhook: Webhook, problem: BodyProblem) =>
      refuse(webhook, 'INVALID_DATA', bodyError(problem), { problem }),
    refuseSignature(webhook: Webhook, claimed: Claimed, body: Buffer) {
      if (!wrongSignaturesOf(claimed.subscription.id).take(1))
        return refuse(webhook, 'TOO_MANY', REFUSALS.TOO_MANY, { subscriptionId: claimed.subscription.id });
      const { why, finding } = explain(claimed, body);
      refuse(webhook, 'INVALID_SIGNATURE', why, { subscriptionId: claimed.subscription.id, finding });
    },
  };
}
