import type { TicketActionKind } from '../../contract/live';
import type { Reading } from '../../server/intake/delivery';
import type { Posted } from '../harness/compare-deliveries';

/** A tap that was sent, and what the response reported; null without a response. */
export type Tap = { noteId: string; kind: TicketActionKind; ticketId: string; outcome: 'stored' | 'refused' | null };

/** The last acknowledged value of a setting, and a later value without a response. */
export type LedgerSetting = {
  key: string;
  branch: number;
  course: number | undefined;
  acknowledged: string | null;
  pending: string[];
};

/** A backup requested before the next kill, and the deliveries acknowledged before the request. */
export type BackupRequest = { file: string; acknowledged: ReadonlySet<Posted>; isRestored: boolean };

/** Everything observed from outside the server since the folder was created: the expected state. */
export type Ledger = {
  posted: Posted[];
  taps: Map<string, Tap>;
  settings: Map<string, LedgerSetting>;
  /** The highest received version of branch 1, by epoch. */
  versions: Map<string, number>;
  /** Instants of facts that the trigger for bad rows rejects. */
  rejectedInstants: Set<number>;
  /** Parsed bodies by delivery id. */
  readings: Map<string, Reading>;
  backup: BackupRequest | null;
  /** Violations observed while the server ran. */
  violations: string[];
};

export function newLedger(): Ledger {
  return {
    posted: [],
    taps: new Map(),
    settings: new Map(),
    versions: new Map(),
    rejectedInstants: new Set(),
    readings: new Map(),
    backup: null,
    violations: [],
  };
}
