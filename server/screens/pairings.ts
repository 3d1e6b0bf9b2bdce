import { randomBytes, randomInt } from 'node:crypto';
import type { ScreenWish } from '../../contract/screens';
import { MINUTE_MS } from '../../lib/time';
import { hashToken } from '../session/screen-token';
import type { Database } from '../storage/database';
import { firstRefusal, type RateLimits } from '../storage/rate-limits';
import { UserError } from '../user-error';
import { storeScreen } from './screens';

/** Five wrong codes of one manager in ten minutes. */
const WRONG_CODES = { points: 5, duration: 600 };

/** Limits how many codes of devices a manager can guess. */
export type CodeTries = {
  /**
   * Counts a try before it is compared, because many may come at once. Resolves to the seconds to wait if there were too
   * many, else 0.
   */
  count: (who: string) => Promise<number>;
  /** Takes back a try that was right. */
  recordRight: (who: string) => Promise<void>;
};

/** A device that shows a code until a manager approves it. Instants are server time, epoch ms. */
export type Pairing = {
  codeHash: string;
  tokenHash: string;
  /** How the device describes itself. */
  device: string;
  address: string;
  expiresAt: number;
  /** The screen that it became; null until then. */
  screenId: number | null;
};

/** Without characters that look alike on a screen. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 6;
const VALID_MS = 10 * MINUTE_MS;
/** Strangers can ask for codes: the oldest of an address gives way, and all together take a few kilobytes. */
const MAX_OF_ADDRESS = 20;
const MAX_PAIRINGS = 200;
const MAX_DEVICE_LENGTH = 200;
/** In place of the id of a screen that is being added. */
const CLAIMED = 0;

type Tables = Pick<Database, 'pairing'>;

/** The pairings by the hash of their token, the oldest first, also expired and approved ones. */
export async function loadPairings(tables: Tables): Promise<Map<string, Pairing>> {
  const rows = await tables.pairing.findMany({ orderBy: { id: 'asc' } });
  return new Map(rows.map(({ id: _, ...row }) => [row.tokenHash, { ...row, expiresAt: Number(row.expiresAt) }]));
}

/**
 * Makes a code for a device, and the secret by which it asks whether the code was approved. Only hashes are stored.
 * `known` are all pairings, the oldest first: call `apply` after the commit to update them. @throws UserError if too
 * many devices wait
 */
export async function addPairing(
  tables: Tables,
  known: Map<string, Pairing>,
  { device, address }: Pick<Pairing, 'device' | 'address'>,
  now: number,
): Promise<{ code: string; token: string; expiresAt: number; apply: () => void }> {
  const valid = [...known.values()].filter((pairing) => pairing.expiresAt > now);
  const older = valid.filter((pairing) => pairing.address === address).slice(0, 1 - MAX_OF_ADDRESS);
  const kept = valid.filter((pairing) => !older.includes(pairing));
  if (kept.length >= MAX_PAIRINGS)
    throw new UserError('too many devices are waiting to be paired: try again in a few minutes');
  const gone = [...known].flatMap(([hash, pairing]) => (kept.includes(pairing) ? [] : hash));
  if (gone.length > 0) await tables.pairing.deleteMany({ where: { tokenHash: { in: gone } } });
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now + VALID_MS;
  const hashes = { codeHash: hashToken(code), tokenHash: hashToken(token) };
  const data = { ...hashes, device: device.slice(0, MAX_DEVICE_LENGTH), address, expiresAt };
  await tables.pairing.create({ data });
  const apply = () => {
    for (const hash of gone) known.delete(hash);
    known.set(hashes.tokenHash, { ...data, screenId: null });
  };
  return { code, token, expiresAt, apply };
}

/** The device that shows a code, as people type it; null if none does, or its code has expired. */
export function pairingWithCode(pairings: Iterable<Pairing>, typed: string, now: number): Pairing | null {
  const codeHash = hashToken(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));
  for (const pairing of pairings) if (pairing.codeHash === codeHash && pairing.expiresAt > now) return pairing;
  return null;
}

/**
 * Makes a screen of the device with this code. Of several who approve it at once, the database lets one through.
 * @throws UserError, with the code `used` if the code was approved or has expired meanwhile
 */
export async function approvePairing(
  tables: Pick<Database, 'pairing' | 'screen'>,
  { codeHash, tokenHash }: Pairing,
  wanted: ScreenWish,
  now: number,
): Promise<{ id: number }> {
  const { count } = await tables.pairing.updateMany({
    where: { codeHash, screenId: null, expiresAt: { gt: now } },
    data: { screenId: CLAIMED },
  });
  if (count === 0) throw new UserError('this code was used or has expired meanwhile', 'used');
  const id = await storeScreen(tables, wanted, tokenHash, now);
  await tables.pairing.update({ where: { codeHash }, data: { screenId: id } });
  return { id };
}

export function createCodeTries(limits: Pick<RateLimits, 'open'>): CodeTries {
  let opening: ReturnType<RateLimits['open']> | null = null;
  const limiter = () => {
    opening ??= limits.open('device-code', WRONG_CODES);
    return opening;
  };
  return {
    async count(who) {
      const tries = await limiter();
      return firstRefusal([() => tries.consume(who)]);
    },
    async recordRight(who) {
      await (await limiter()).reward(who);
    },
  };
}
