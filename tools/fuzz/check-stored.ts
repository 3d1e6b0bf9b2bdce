import { createHash } from 'node:crypto';
import type { TranslationContext } from '../../server/intake/delivery';
import { translate } from '../../server/webhooks/translate';
import { openDatabase } from '../harness/stored-data';
import type { Sent } from './delivery-case';

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

export type StoredReport = { rows: number; unsigned: number; lost: number; violations: string[] };

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
