import type { TicketActionKind } from '../../contract/live';
import type { Reading } from '../../server/intake/delivery';

/** A delivery that was posted, and how it was answered; a status of null is no answer. */
export type Posted = { path: string; body: string; status: number | null };

/** A tap that was sent. `kept` and `refused` are answers of the server; `null` is none. */
export type Tapped = { noteId: string; kind: TicketActionKind; ticketId: string; answer: 'kept' | 'refused' | null };

/** A setting by its place: what was last acknowledged, and what was asked for since, without an answer. */
export type Asked = {
  key: string;
  branch: number;
  course: number | undefined;
  inForce: string | null;
  open: string | null;
};

/** A backup that was asked for in this life, and what was answered before that. */
export type Copied = { file: string; before: ReadonlySet<Posted>; isRestored: boolean };

/** All that the outside of a server saw, across its deaths: what the server is held to. */
export type Ledger = {
  posted: Posted[];
  taps: Map<string, Tapped>;
  settings: Map<string, Asked>;
  /** The highest version of branch 1 that was announced, by epoch. */
  versions: Map<string, number>;
  /** Instants of facts that the database refuses: the trigger of a bad row. */
  poisoned: Set<number>;
  /** What stored bodies mean, by the id of their delivery. */
  readings: Map<string, Reading>;
  /** The backup of the last life; null in one without. */
  copied: Copied | null;
  /** What was seen while the server ran and is not as promised. */
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
    copied: null,
    seen: [],
  };
}
