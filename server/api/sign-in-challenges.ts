import { MINUTE_MS } from '../../lib/time-units';
import type { KnownManager } from '../people/people';
import { readSigned, signed } from '../session/signature';

/** How long somebody whose password was right may take to enter a code. */
const CHALLENGE_MS = 5 * MINUTE_MS;
/** No token of a session starts with it: both are signed with the same secret. */
const PURPOSE = 'challenge:';

type Who = Pick<KnownManager, 'id' | 'lastSignInAt' | 'passwordSetAt'>;

/** Who has given the right password, and until when the code may follow. */
type Challenge = Omit<Who, 'id'> & { managerId: string; until: number };

/** A token by which any node knows that the password of a manager was right. `now` is server time, epoch ms. */
export function openChallenge(
  { id: managerId, lastSignInAt, passwordSetAt }: Who,
  secret: string,
  now: number,
): string {
  const challenge: Challenge = { managerId, lastSignInAt, passwordSetAt, until: now + CHALLENGE_MS };
  return signed(`${PURPOSE}${Buffer.from(JSON.stringify(challenge)).toString('base64url')}`, secret);
}

/**
 * Whose password was right; null for a token that is not valid, took too long, or is older than the last
 * sign-in or the password of its manager: it works once.
 */
export function readChallenge<Manager extends Who>(
  token: string,
  managers: readonly Manager[],
  secret: string,
  now: number,
): Manager | null {
  const text = readSigned(token, secret);
  if (!text?.startsWith(PURPOSE)) return null;
  const challenge = JSON.parse(Buffer.from(text.slice(PURPOSE.length), 'base64url').toString('utf8')) as Challenge;
  const manager = managers.find(({ id }) => id === challenge.managerId);
  if (!manager || challenge.until <= now) return null;
  const isNewest = challenge.lastSignInAt === manager.lastSignInAt && challenge.passwordSetAt === manager.passwordSetAt;
  return isNewest ? manager : null;
}
