import { readFileSync } from 'node:fs';

/**
 * How many connections may be open at once: in all, of clients that have shown who they are, and of others, which also
 * get what those do not use.
 */
export type ConnectionLimits = { openFiles: number; all: number; known: number; strangers: number };

/**
 * What the server spends on clients that have not shown who they are, and on each paired device. A client shows it with
 * a delivery whose signature is right, with the token of a screen, or with a session: its connection then counts as
 * known, and what it does is not taken from the share of strangers. A proxy in `TRUST_PROXY` is known.
 */
export const BUDGETS = {
  /** Open connections of all strangers: a chain's POS may open some hundred at once before the first is verified. */
  strangerConnections: 512,
  knownConnections: 4_096,
  /** Open files that are no connections: databases, threads, and some to spare for exports, backups and logs. */
  ownFiles: 80,
  /** A page needs a dozen requests. Refilled every second. */
  strangerRequests: { burst: 240, perSecond: 40 },
  /** Of all strangers together: 0.2 ms each. */
  allStrangersRequests: { burst: 480, perSecond: 160 },
  /** Of each subscription, before a delivery that claims it is refused without the reason, and a second later. */
  wrongSignatures: { burst: 240, perSecond: 40 },
  /** Networks of which the server counts requests; the oldest are forgotten. */
  addresses: 2_000,

  /** For a whole request with its body, in ms. A body of the POS has 15 s. */
  requestMs: 30_000,
  /** Bodies that wait for their last byte before a signature can be verified. A body has at most 256 KB. */
  strangerBodyBytes: 8 * 1024 * 1024,
  knownBodyBytes: 32 * 1024 * 1024,

  /** A socket has this long and this many bytes for its handshake: a token, a branch and a build. */
  handshakeMs: 5_000,
  handshakeBytes: 8 * 1024,
  /** What a paired screen sends: a message of 200 bytes every few seconds, more when somebody taps. */
  socketBytes: { burst: 256 * 1024, perSecond: 16 * 1024 },
  /**
   * Messages of a paired device or a manager, over all its sockets: closing one and opening the next gains nothing. A
   * message counts as one; a connection or a request for the board, which is answered with all of it, and an action,
   * for whose transaction others wait, as several, also over HTTP.
   */
  deviceMessages: { burst: 2_000, perSecond: 100 },
  boardOrAction: 5,
  /** Frames and chunks of one message of a socket. */
  messageFragments: 16,
  messageChunks: 1_024,
  messageBytes: 64 * 1024,

  /** Codes for devices without a pairing, by address: each is a commit. A device asks for one in ten minutes. */
  pairingStarts: { burst: 20, perSecond: 0.05 },
  /** Of all addresses together. */
  allPairingStarts: { burst: 60, perSecond: 0.5 },

  /**
   * Actions of one screen on one ticket, so that none can keep the others from tapping. A hurried cook taps a ticket
   * ten times in a minute at most.
   */
  actionsPerTicket: { most: 20, withinMs: 60_000, ever: 200 },
} as const;

export type Rate = { burst: number; perSecond: number };

/** What is left of a rate, refilled as time passes. */
export type Bucket = {
  /** Takes an amount; false if less is left, and then takes nothing. */
  take: (amount: number) => boolean;
};

/** @param now ms on a monotonic clock */
export function createBucket({ burst, perSecond }: Rate, now: () => number): Bucket {
  let left = burst;
  let at = now();
  return {
    take(amount) {
      const time = now();
      left = Math.min(burst, left + ((time - at) / 1_000) * perSecond);
      at = time;
      if (left < amount) return false;
      left -= amount;
      return true;
    },
  };
}

/** A bucket for each key. The oldest of too many keys are forgotten. */
export function createBuckets(rate: Rate, maxKeys: number, now: () => number): (key: string) => Bucket {
  const buckets = new Map<string, Bucket>();
  return (key) => {
    const bucket = buckets.get(key) ?? createBucket(rate, now);
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest);
    return bucket;
  };
}

/** Whether a device may send this many messages now. Its key is the hash of its token, or the id of a manager. */
export type DeviceBudget = (device: string, messages: number) => boolean;

export function createDeviceBudget(now: () => number): DeviceBudget {
  const messagesOf = createBuckets(BUDGETS.deviceMessages, BUDGETS.addresses, now);
  return (device, messages) => messagesOf(device).take(messages);
}

/** Whether an address may ask for a code of a pairing now. */
export function createPairingBudget(now: () => number): (address: string) => boolean {
  const ofAddress = createBuckets(BUDGETS.pairingStarts, BUDGETS.addresses, now);
  const ofAll = createBucket(BUDGETS.allPairingStarts, now);
  return (address) => ofAddress(address).take(1) && ofAll.take(1);
}

/** The limits that this process has room for. */
export function connectionLimits(openFiles = openFilesLimit()): ConnectionLimits {
  const { ownFiles, strangerConnections, knownConnections } = BUDGETS;
  const most = Math.floor(Math.max(openFiles - ownFiles, openFiles / 2));
  const all = Math.min(most, knownConnections + strangerConnections);
  const known = all - Math.min(strangerConnections, Math.floor(all / 4));
  return { openFiles, all, known, strangers: Math.min(strangerConnections, all) };
}

/**
 * The limit of open files, which Node.js raises as far as it may. Without one, or where the system does not say, large.
 */
function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
