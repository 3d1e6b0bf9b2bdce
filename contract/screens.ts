import * as z from 'zod';
import { MAX_SCREEN_NAME, SCREEN_VIEWS } from './constants';
import { deviceShape, limitsShape } from './live';
import { branchNumbers, instant, integer } from './parts';

// Screens, and how devices become screens.

export const screenShape = z.object({
  id: integer,
  name: z.string(),
  branches: z.array(integer),
  view: z.enum(SCREEN_VIEWS),
});
export type PairedScreen = z.infer<typeof screenShape>;

/** The reply of POST /api/v1/pairings: a code to show, or the screen that the device is already. */
export const pairingStartedShape = z.union([
  z.object({ screen: screenShape }),
  z.object({
    /** What a manager types, or opens as a link. */
    code: z.string(),
    /** What the device posts to /api/v1/pair until it is paired. */
    token: z.string(),
    expiresAt: instant,
    /** The address under which a manager's phone reaches the page for this code. */
    link: z.string(),
    /** The server's name and port in its network, such as `heatlamp.local:3000`; null without one. */
    name: z.string().nullable(),
  }),
]);
export type PairingStarted = z.infer<typeof pairingStartedShape>;

export const pairRequestShape = z.strictObject({ token: z.string().min(1).max(200) });

/** The reply of POST /api/v1/pair. */
export const pairReplyShape = z.union([
  z.object({ screen: screenShape }),
  z.object({ waiting: z.literal(true), expiresAt: instant }),
]);
export type PairReply = z.infer<typeof pairReplyShape>;

/** A device that shows a code, as a manager sees it before they approve it. */
export const waitingDeviceShape = z.object({
  device: z.string().describe('How it describes itself (User-Agent).'),
  address: z.string(),
  expiresAt: instant,
});
export type WaitingDevice = z.infer<typeof waitingDeviceShape>;

/** What a manager decides about a screen. */
export const screenWishShape = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(MAX_SCREEN_NAME),
  branches: branchNumbers,
  view: z.enum(SCREEN_VIEWS),
});
export type ScreenWish = z.infer<typeof screenWishShape>;

/**
 * `live`: connected, and it drew what it shows within the last half minute. `silent`: connected, but it reports nothing:
 * its page hangs or is hidden. `offline`: not connected, and it has not asked for its board over HTTP for 12 s.
 */
const state = z.enum(['live', 'silent', 'offline']);
export type ScreenState = z.infer<typeof state>;

const fleetScreen = screenShape.extend({
  state,
  /** Server time; null if it never connected. */
  lastSeenAt: instant.nullable(),
  /** Server time; null if it has not since it connected. */
  paintedAt: instant.nullable().describe('When it last drew its board.'),
  dataAgeMs: z.number().nullable().describe('The age of what it showed then.'),
  /** Null while that is unknown. */
  isCurrent: z.boolean().nullable().describe('Whether its pages are those of the server.'),
  /** Null while it is not connected, or did not. */
  device: deviceShape.nullable().describe('What it last reported about its device.'),
  limits: limitsShape.nullable().describe('Its limits in place of its branch’s.'),
});
/** A screen, as its manager sees it. */
export type FleetScreen = z.infer<typeof fleetScreen>;

/** Those that are not revoked, by name. */
export const fleetShape = z.object({ serverTime: instant, screens: z.array(fleetScreen) });
export type Fleet = z.infer<typeof fleetShape>;
