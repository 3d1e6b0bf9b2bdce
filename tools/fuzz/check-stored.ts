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

/** How often a body was sent with a valid signature, and by which run first. */
type Account = { must: number; may: number; run: number };

/** Sent bodies by their SHA-256: nothing else may be stored. */
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

/** Compares the stored deliveries with the sent ones: none is missing, and there are no others. */
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
      broken.push(...misread(row, name).map((problem) => `run ${account?.run}: ${problem}`));
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

/** A delivery whose body is a fact must have been stored as a fact. */
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
