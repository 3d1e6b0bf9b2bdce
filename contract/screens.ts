import type { DeviceReport, InstantText, ScreenLimits, ScreenView } from './live';

/** The reply of POST /api/v1/pairings: a code to show, or the screen that the device is already. */
export type PairingStarted =
  | { screen: PairedScreen }
  | {
      /** What a manager types, or opens as a link. */
      code: string;
      /** What the device posts to /api/v1/pair until it is paired. */
      token: string;
      expiresAt: InstantText;
      /** The address under which a manager's phone reaches the page for this code. */
      link: string;
    };

export type PairedScreen = { id: number; name: string; branches: number[]; view: ScreenView };

/** The reply of POST /api/v1/pair. */
export type PairReply = { screen: PairedScreen } | { waiting: true; expiresAt: InstantText };

/** A device that shows a code, as a manager sees it before they approve it. */
export type WaitingDevice = {
  /** How it describes itself (User-Agent). */
  device: string;
  address: string;
  expiresAt: InstantText;
};

/** What a manager decides about a screen. */
export type ScreenWish = { name: string; branches: number[]; view: ScreenView };

/**
 * `live`: connected, and it drew what it shows within the last half minute. `silent`: connected, but it reports nothing:
 * its page hangs or is hidden. `offline`: not connected, and it has not asked for its board over HTTP for 12 s.
 */
export const SCREEN_STATES = ['live', 'silent', 'offline'] as const;
export type ScreenState = (typeof SCREEN_STATES)[number];

/** A screen, as its manager sees it. */
export type FleetScreen = PairedScreen & {
  state: ScreenState;
  /** Server time; null if it never connected. */
  lastSeenAt: InstantText | null;
  /** When it last drew its board, server time; null if it has not since it connected. */
  paintedAt: InstantText | null;
  /** The age of what it showed then. */
  dataAgeMs: number | null;
  /** Whether its pages are those of the server; null while that is unknown. */
  isCurrent: boolean | null;
  /** What it last reported about its device; null while it is not connected, or did not. */
  device: DeviceReport | null;
  /** Its limits in place of its branch's; null for none. */
  limits: ScreenLimits | null;
};

/** The reply of GET /api/v1/screens: those that are not revoked, by name. */
export type Fleet = { serverTime: InstantText; screens: FleetScreen[] };
