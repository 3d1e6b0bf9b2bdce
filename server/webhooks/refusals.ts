import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ALGORITHMS,
  type BodyProblem,
  type CountedCode,
  REFUSALS,
  SECRET_ENCODINGS,
  SIGNATURE_ENCODINGS,
} from '../../contract/constants';
import type { CountedRefusal, SignatureFinding } from '../../contract/deliveries';
import { toIso } from '../../domain/fact';
import type { Config } from '../config';
import { BUDGETS, createBuckets } from '../http/budgets';
import { addressOf } from '../http/peer';
import { bodyError } from '../http/read-body';
import { reply, replyLater } from '../http/reply';
import type { Log } from '../log';
import { errorBody } from './answer';
import { headersOfRefused, redactHeaders } from './headers';
import { type Algorithm, digest, type SecretEncoding, type SignatureEncoding } from './sign';
import type { Subscription } from './subscription';
import { type Claimed, decodeSignature, matches } from './verify';

export type Refusal = {
  code: CountedCode;
  problem: BodyProblem | null;
  /** Server time, epoch ms. */
  at: number;
  /** The claimed subscription, if it exists. */
  subscriptionId: string | null;
  hint: string | null;
  finding: SignatureFinding | null;
  last: CountedRefusal['last'];
};

/** What a node has counted since `since`, its server time in epoch ms. */
export type NodeRefusals = { since: number; refusals: readonly CountedRefusal[] };

/** Counts refused requests by cause. In memory, without their bodies. */
export type Refusals = {
  count: (refusal: Refusal) => void;
  /** Those of this node. */
  own: () => CountedRefusal[];
  /** Those of all nodes. `since` is when the last of them began to count. */
  list: () => NodeRefusals;
  /** What to send to the other nodes now, if anything. Call it every few seconds. */
  news: () => NodeRefusals | null;
  /** Takes what another node sent. */
  receive: (node: number, news: NodeRefusals) => void;
};

/** The counts of another node. */
type NodeCounts = { since: number; causes: Map<string, CountedRefusal>; receivedAt: number };

const MAX_CAUSES = 200;
/** A node sends everything again this often, so that others see that it still runs. */
const REPEAT_EVERY_MS = 60_000;
/** A node that was silent for this long is gone, and what it counted with it. */
const SILENT_MS = 3 * REPEAT_EVERY_MS;

/** `since` is server time, epoch ms. */
export function createRefusals(since: number, monotonicNow: () => number): Refusals {
  const causes = new Map<string, CountedRefusal>();
  const changed = new Set<string>();
  const others = new Map<number, NodeCounts>();
  let repeatedAt = Number.NEGATIVE_INFINITY;
  return {
    count({ at, ...refusal }) {
      const key = causeOf(refusal);
      if (!causes.has(key) && causes.size >= MAX_CAUSES) return;
      add(causes, { ...refusal, count: 1, firstAt: toIso(at), lastAt: toIso(at) });
      changed.add(key);
    },
    own: () => [...causes.values()],
    list() {
      for (const [node, { receivedAt }] of others) if (monotonicNow() - receivedAt >= SILENT_MS) others.delete(node);
      const sums = new Map(causes);
      for (const other of others.values()) for (const refusal of other.causes.values()) add(sums, refusal);
      return {
        since: Math.max(since, ...[...others.values()].map((other) => other.since)),
        refusals: [...sums.values()],
      };
    },
    news() {
      const repeats = monotonicNow() - repeatedAt >= REPEAT_EVERY_MS;
      if (repeats) repeatedAt = monotonicNow();
      const refusals = [...causes].flatMap(([key, refusal]) => (repeats || changed.has(key) ? refusal : []));
      changed.clear();
      return repeats || refusals.length > 0 ? { since, refusals } : null;
    },
    receive(node, news) {
      const known = others.get(node);
      // A node that has just started does not have what this one counted.
      if (!known) repeatedAt = Number.NEGATIVE_INFINITY;
      const counts = known?.causes ?? new Map<string, CountedRefusal>();
      for (const refusal of news.refusals) counts.set(causeOf(refusal), refusal);
      others.set(node, { since: news.since, causes: counts, receivedAt: monotonicNow() });
    },
  };
}

const causeOf = ({ code, problem, subscriptionId }: Pick<CountedRefusal, 'code' | 'problem' | 'subscriptionId'>) =>
  [code, problem, subscriptionId].join('|');

/** Adds to the sum of the same cause. Not every refusal has an explanation, so an earlier one is kept. */
function add(sums: Map<string, CountedRefusal>, refusal: CountedRefusal): void {
  const key = causeOf(refusal);
  const sum = sums.get(key);
  if (!sum) return void sums.set(key, refusal);
  const [earlier, later] = sum.lastAt <= refusal.lastAt ? [sum, refusal] : [refusal, sum];
  sums.set(key, {
    ...later,
    count: sum.count + refusal.count,
    firstAt: sum.firstAt <= refusal.firstAt ? sum.firstAt : refusal.firstAt,
    hint: later.hint ?? earlier.hint,
    finding: later.finding ?? earlier.finding,
  });
}

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

const EXPLAIN_INTERVAL_MS = 1_000;

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

type Variant = { secretEncoding: SecretEncoding; signatureEncoding: SignatureEncoding; algorithm: Algorithm };

/** Bytes to hash at most, because anybody can send a large body with an invalid signature. About 10 ms. */
const MAX_BYTES = 4_000_000;
/** What a digest costs besides its body. */
const BYTES_OF_DIGEST = 2_000;
const DIGEST_LENGTHS: Readonly<Record<Algorithm, number>> = { sha256: 32, sha1: 20, sha512: 64 };

/**
 * Explains why a signature does not match, by trying other secrets and ways of signing: first those of the claimed
 * subscription, then those of others, as far as the body is small enough. Never used to accept a request.
 */
export function explainMismatch(
  { subscription, pair }: Claimed,
  body: Uint8Array,
  all: Iterable<Subscription>,
): SignatureFinding {
  const variants = variantsOf(pair.signature);
  let bytes = 0;
  for (const candidate of new Set([subscription, ...all])) {
    for (const { signature, ...variant } of variants) {
      for (const { secret } of candidate.secrets) {
        bytes += body.length + BYTES_OF_DIGEST;
        if (bytes > MAX_BYTES) return { is: 'unknown-secret' };
        if (matches(signature, digest(body, { ...variant, secret })))
          return findingOf(candidate, subscription, variant);
      }
    }
  }
  return { is: 'unknown-secret' };
}

/** Describes a finding, for the log and for the person who sets up the subscription. */
export function describeMismatch(finding: SignatureFinding): string {
  switch (finding.is) {
    case 'other-subscription':
      return `it would match with the secret of subscription ${finding.id}`;
    case 'ended-secret':
      return 'it was signed with a secret that has ended';
    case 'unknown-secret':
      return 'nor does it match with any other encoding';
    case 'signed-otherwise': {
      const { secretEncoding, signatureEncoding, algorithm } = finding;
      const options = [
        secretEncoding && `--secret-encoding ${secretEncoding}`,
        signatureEncoding && `--signature-encoding ${signatureEncoding}`,
        algorithm && `--algorithm ${algorithm}`,
      ];
      return `it would match with ${options.filter((option) => option !== null).join(' ')}`;
    }
  }
}

/** The ways of signing that produce a signature of this length. */
function variantsOf(text: string): (Variant & { signature: Buffer })[] {
  return SIGNATURE_ENCODINGS.flatMap((signatureEncoding) => {
    const signature = decodeSignature(text, signatureEncoding);
    if (!signature) return [];
    return ALGORITHMS.filter((algorithm) => DIGEST_LENGTHS[algorithm] === signature.length).flatMap((algorithm) =>
      SECRET_ENCODINGS.map((secretEncoding) => ({ secretEncoding, signatureEncoding, algorithm, signature })),
    );
  });
}

function findingOf(found: Subscription, claimed: Subscription, variant: Variant): SignatureFinding {
  if (found.id !== claimed.id) return { is: 'other-subscription', id: found.id };
  const otherwise = {
    secretEncoding: variant.secretEncoding === claimed.secretEncoding ? null : variant.secretEncoding,
    signatureEncoding: variant.signatureEncoding === claimed.signatureEncoding ? null : variant.signatureEncoding,
    algorithm: variant.algorithm === claimed.algorithm ? null : variant.algorithm,
  };
  const isOtherwise = Object.values(otherwise).some((differs) => differs !== null);
  // Signed with the right options and a secret of the subscription, so the secret has expired.
  return isOtherwise ? { is: 'signed-otherwise', ...otherwise } : { is: 'ended-secret' };
}
