import type { TicketActionKind } from '../../contract/live';
import type { Reading } from '../../server/intake/delivery';

/** A posted delivery and the status of its answer; null without an answer. */
export type Posted = { path: string; body: string; status: number | null };

/** A tap that was sent. `kept` and `refused` are answers of the server; `null` means no answer. */
export type Tapped = { noteId: string; kind: TicketActionKind; ticketId: string; answer: 'kept' | 'refused' | null };

/** The last acknowledged value of a setting, and the values sent since then without an answer. */
export type PostedSetting = {
  key: string;
  branch: number;
  course: number | undefined;
  inForce: string | null;
  open: string | null;
};

/** A backup that was requested in this life, and what was answered before that. */
export type BackupRequest = { file: string; before: ReadonlySet<Posted>; isRestored: boolean };

/** Everything observed from outside the server, across its deaths: the expected state. */
export type Ledger = {
  posted: Posted[];
  taps: Map<string, Tapped>;
  settings: Map<string, PostedSetting>;
  /** The highest version of branch 1 that was announced, by epoch. */
  versions: Map<string, number>;
  /** Instants of facts that the trigger for bad rows rejects. */
  poisoned: Set<number>;
  /** Parsed bodies by delivery id. */
  readings: Map<string, Reading>;
  /** The backup of the last life; null without one. */
  backup: BackupRequest | null;
  /** Broken promises observed while the server ran. */
  seen: string[];
};

export function newLedger(): Ledger {
  return {
    posted: [],
    taps: new Map(),
    settings: new Map(),
    versions: new Map(),
    poisoned: new Set(),
    readings: new Map(),
    backup: null,
    seen: [],
  };
}
