import { createHash } from 'node:crypto';
import { REFUSALS } from '../../contract/constants';
import type { TranslationContext } from '../../server/intake/delivery';
import { KEY } from '../../server/testing/pos-key';
import { sign } from '../../server/webhooks/sign';
import { translate } from '../../server/webhooks/translate';
import type { ChildServer } from '../harness/child-server';
import { receiverAt } from '../harness/post-requests';
import { residentMegabytes } from '../harness/process-figures';
import { openDatabase } from '../harness/stored-data';
import { openSocket } from '../harness/wait';
import { postDelivery } from '../pos-simulator/post-delivery';
import { type DeliveryCase, HOST, type RawResponse, type Sent, type ValidDelivery } from './delivery-case';

const POST_INTERVAL_MS = 500;
const MAX_SILENCE_MS = 10_000;
const MAX_RESPONSE_MS = 10_000;

/** What a POS and a wall that send only valid requests observed. */
type BystanderReport = {
  maxMegabytes: number;
  maxSilenceMs: number;
  maxResponseMs: number;
  violations: string[];
};

const SCAN_RESPONSE = '{"scanCode":{"recognized":false}}';

type Row = {
  body: Buffer;
  bodySha256: string;
  outcome: string;
  reason: string | null;
  pathEvent: string;
  receivedAt: number;
  headers: string;
};

/** How often a body was sent that must or may be stored, and the first run that sent it. */
type SentCount = { must: number; may: number; run: number };

/** Sent bodies by their SHA-256: nothing else may be stored. */
export type SentCounts = Map<string, SentCount>;

export function recordSent(counts: SentCounts, sent: readonly Sent[], run: number): void {
  for (const { body, stored } of sent) {
    if (stored === 'never') continue;
    const hash = sha256(body);
    const count = counts.get(hash) ?? { must: 0, may: 0, run };
    count[stored] += 1;
    counts.set(hash, count);
  }
}

type StoredReport = { rows: number; unsigned: number; lost: number; violations: string[] };

/** Checks that exactly the storable deliveries are stored. */
export function checkStored(folder: string, counts: SentCounts): StoredReport {
  const database = openDatabase(folder, { readonly: true });
  try {
    const sql =
      'SELECT "body", "bodySha256", "outcome", "reason", "pathEvent", "receivedAt", "headers" FROM "Delivery"';
    const rows = database.prepare<[], Row>(sql).all();
    const times = new Map<string, number>();
    const violations: string[] = [];
    let unsigned = 0;
    for (const row of rows) {
      const hash = sha256(row.body);
      times.set(hash, (times.get(hash) ?? 0) + 1);
      const count = counts.get(hash);
      if (!count) unsigned += 1;
      violations.push(...misclassified(row, hash).map((problem) => `run ${count?.run}: ${problem}`));
    }
    let lost = 0;
    for (const [hash, { must, may, run }] of counts) {
      const stored = times.get(hash) ?? 0;
      if (stored < must) {
        lost += must - stored;
        violations.push(`run ${run}: sent ${must} times with a valid signature, stored ${stored} times`);
      }
      if (stored > must + may) violations.push(`run ${run}: stored ${stored} times, but sent ${must + may} times`);
    }
    if (unsigned > 0) violations.push(`${unsigned} stored bodies never had a valid signature`);
    const integrity = database.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') violations.push(`integrity_check returned ${String(integrity)}`);
    return { rows: rows.length, unsigned, lost, violations };
  } finally {
    database.close();
  }
}

const OUTCOMES = {
  fact: ['applied', 'repeat', 'ignored'],
  ignored: ['ignored'],
  'follow-up': ['follow-up'],
  unreadable: ['unreadable'],
} as const;

/** Checks the stored outcome against the parsed body. */
function misclassified(
  { body, bodySha256, outcome, reason, pathEvent, receivedAt, headers }: Row,
  hash: string,
): string[] {
  const addressed: TranslationContext = {
    pathEvent,
    pinnedEvent: null,
    pathSlip: { isRead: true, exceptInBranches: [] },
    contentType: (JSON.parse(headers) as Record<string, string>)['content-type'] ?? null,
  };
  const { kind } = translate(body, hash, addressed, receivedAt);
  return [
    ...(bodySha256 === hash ? [] : ['the stored SHA-256 does not match the body']),
    ...((OUTCOMES[kind] as readonly string[]).includes(outcome) ? [] : [`${kind} was stored as ${outcome}: ${reason}`]),
  ];
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the violations in the responses to a case. */
export function checkResponses({ sent, allowsNoResponse }: DeliveryCase, responses: readonly RawResponse[]): string[] {
  const isUnsigned = sent.every(({ isSigned }) => !isSigned);
  const expected = sent.filter(({ stored }) => stored === 'must').length;
  const minimum = allowsNoResponse ? 0 : Math.max(expected, Math.min(1, sent.length));
  return [
    ...(responses.length < minimum
      ? [`${responses.length} responses were received, at least ${minimum} expected`]
      : []),
    ...responses.flatMap((response) => checkResponse(response, isUnsigned)),
  ];
}

function checkResponse(response: RawResponse, isUnsigned: boolean): string[] {
  const { status, headers, body } = response;
  const violations: string[] = [];
  if (!isDocumented(response)) violations.push(`an undocumented response: ${status} ${body.slice(0, 200)}`);
  const signatures = [...headers].filter(([name]) => name.endsWith('-signature')).map(([, value]) => value);
  if (signatures.some((signature) => signature !== sign(Buffer.from(body), KEY)))
    violations.push(`a response ${status} has a wrong signature`);
  if (signatures.length > 0 && isUnsigned) violations.push(`the response ${status} to an unsigned request is signed`);
  if (signatures.length === 0 && status === 200) violations.push('an acknowledgement is not signed');
  return violations;
}

/**
 * See docs/pos-interface.md, section 1. Every other path is that of a page: this server has none, pages answer GET and
 * HEAD only, and other paths than those of webhooks only under a name of this server.
 */
function isDocumented({ status, headers, body }: RawResponse): boolean {
  if (status === 200) return body === '{}' || body === SCAN_RESPONSE;
  if (status === 404) return headers.get('content-type')?.startsWith('text/plain') ?? false;
  if (status === 421) return body.startsWith(`${HOST} is not a name of this server. `);
  const code = codeOf(body);
  const methods = headers.get('allow') ?? '';
  if (status === 405) return code === 'METHOD_NOT_ALLOWED' && ['POST', 'GET, HEAD'].includes(methods);
  if (status === 429) return code === 'TOO_MANY';
  return status === 400 && code !== null && code !== 'METHOD_NOT_ALLOWED' && code !== 'UNAVAILABLE';
}

/** The code of a documented error body; null for any other body. */
function codeOf(body: string): keyof typeof REFUSALS | null {
  const refusal = Object.entries(REFUSALS).find(
    ([code, message]) => body === JSON.stringify({ error: { code, message } }),
  );
  return (refusal?.[0] as keyof typeof REFUSALS | undefined) ?? null;
}

/**
 * Starts a wall, and a POS that repeats a valid delivery. Both must remain unaffected by the fuzzed requests. `stop`
 * resolves to their observations. @throws if the wall cannot connect
 */
export async function startBystander({ url, pid }: ChildServer, token: string, { path, body }: ValidDelivery) {
  const report: BystanderReport = { maxMegabytes: 0, maxSilenceMs: 0, maxResponseMs: 0, violations: [] };
  const wall = openSocket(url.href, { token });
  await new Promise<void>((connected, refused) => wall.once('connect', connected).once('connect_error', refused));
  let receivedAt = performance.now();
  let posted = 0;
  const endSilence = () => {
    report.maxSilenceMs = Math.max(report.maxSilenceMs, performance.now() - receivedAt);
    receivedAt = performance.now();
  };
  wall.onAny(endSilence);
  wall.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') report.violations.push(`a wall was disconnected: ${reason}`);
  });
  const receiver = receiverAt(url, 1);
  const post = async () => {
    report.maxMegabytes = Math.max(report.maxMegabytes, residentMegabytes(pid));
    const reply = await postDelivery({ path, body }, receiver);
    if (!('status' in reply))
      return void report.violations.push(`a valid delivery received no response: ${reply.failed}`);
    if (reply.status === 200) posted += 1;
    else report.violations.push(`a valid delivery received ${reply.status}`);
    report.maxResponseMs = Math.max(report.maxResponseMs, reply.latencyMs);
  };
  let posting = post();
  const timer = setInterval(() => {
    posting = posting.then(post);
  }, POST_INTERVAL_MS);
  return {
    /** How often the valid delivery was accepted. */
    posted: () => posted,
    async stop(): Promise<BystanderReport> {
      clearInterval(timer);
      await posting;
      endSilence();
      wall.disconnect();
      receiver.agent.destroy();
      const { maxSilenceMs, maxResponseMs, violations } = report;
      if (maxSilenceMs > MAX_SILENCE_MS) violations.push(`a wall received nothing for ${Math.round(maxSilenceMs)} ms`);
      if (maxResponseMs > MAX_RESPONSE_MS) violations.push(`a POS waited ${Math.round(maxResponseMs)} ms`);
      return report;
    },
  };
}
