/** What the server tells every visitor about itself. Times are epoch ms by the server's clock. */
export type Overview = {
  subscriptions: number;
  /** Number of screens that are in use: without unopened links, and without programs. */
  screens: number;
  lastDeliveryAt: number | null;
};

export type Branch = { number: number; name: string | null };

/** The requesting device as the server knows it by its cookie. */
export type Device =
  | { is: 'not-paired' }
  | { is: 'unknown' }
  | { is: 'revoked' }
  | { is: 'paired'; name: string; view: string; branches: Branch[] };

/**
 * `overview` and `device` are null if the server cannot read its database. `hasOwner` is whether somebody has set
 * Heatlamp up, `hasBackup` whether a backup was made, or is made elsewhere.
 */
export type Answer = {
  serverTime: number;
  overview: Overview | null;
  device: Device | null;
  hasOwner: boolean;
  hasBackup: boolean;
};
