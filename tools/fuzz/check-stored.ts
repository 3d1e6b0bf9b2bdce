import { createHash } from 'node:crypto';
import type { Addressed } from '../../server/intake/delivery';
import { translate } from '../../server/webhooks/translate';
import { openDatabase } from '../harness/kept-folder';
import type { Sent } from './delivery-case';

type Row = {
  body: Buffer;
  bodySha256: string;
  outcome: string;
  reason: string | null;
  pathEvent: string;
  headers: string;
};

/** How often bytes were sent with the right signature, and by which run first. */
type Account = { must: number; may: number; run: number };

/** What was sent, by the SHA-256 of its bytes: the whole of what the journal may hold. */
export type Accounts = Map<string, Account>;

export function enter(accounts: Accounts, sent: readonly Sent[], run: number): void {
  for (const { body, stored } of sent) {
    if (stored === 'never') continue;
    const name = sha256(body);
    const account = accounts.get(name) ?? { must: 0, may: 0, run };
    account[stored] += 1;
    accounts.set(name, account);
  }
}

export type StoredVerdict = { rows: number; unsigned: number; lost: number; broken: string[] };

/** Holds the journal against all that was sent: nothing else is in it, and nothing of it is missing. */
export function checkStored(folder: string, accounts: Accounts): StoredVerdict {
  const database = openDatabase(folder, { readonly: true });
  try {
    const sql = 'SELECT "body", "bodySha256", "outcome", "reason", "pathEvent", "headers" FROM "Delivery"';
    const rows = database.prepare<[], Row>(sql).all();
    const times = new Map<string, number>();
    const broken: string[] = [];
    let unsigned = 0;
    for (const row of rows) {
      const name = sha256(row.body);
      times.set(name, (times.get(name) ?? 0) + 1);
      const account = accounts.get(name);
      if (!account) unsigned += 1;
      broken.push(...misread(row, name).map((words) => `run ${account?.run}: ${words}`));
    }
    let lost = 0;
    for (const [name, { must, may, run }] of accounts) {
      const stored = times.get(name) ?? 0;
      if (stored < must) {
        lost += must - stored;
        broken.push(`run ${run}: signed and storable, sent ${must} times, and ${stored} times in the journal`);
      }
      if (stored > must + may) broken.push(`run ${run}: ${stored} times in the journal, and sent ${must + may} times`);
    }
    if (unsigned > 0) broken.push(`${unsigned} stored bodies never had a valid signature`);
    const integrity = database.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') broken.push(`integrity_check says ${String(integrity)}`);
    return { rows: rows.length, unsigned, lost, broken };
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

/** A delivery is kept as what its bytes say: what says a fact and could not be stored as one slipped through. */
function misread({ body, bodySha256, outcome, reason, pathEvent, headers }: Row, name: string): string[] {
  const addressed: Addressed = {
    pathEvent,
    pinnedEvent: null,
    pathSlip: { isRead: true, exceptInBranches: [] },
    contentType: (JSON.parse(headers) as Record<string, string>)['content-type'] ?? null,
  };
  const { kind } = translate(body, name, addressed);
  return [
    ...(bodySha256 === name ? [] : ['the journal has another SHA-256 than that of its bytes']),
    ...((OUTCOMES[kind] as readonly string[]).includes(outcome) ? [] : [`${kind} was kept as ${outcome}: ${reason}`]),
  ];
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
