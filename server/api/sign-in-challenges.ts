import { randomBytes } from 'node:crypto';
import type { SignIn } from '../audit/entry';

/** How long somebody whose password was right may take to enter a code. */
const CHALLENGE_MS = 5 * 60_000;
const MOST_CHALLENGES = 1_000;

/** Who has given the right password. */
type Challenge = { managerId: string; action: SignIn['action'] };

/** Sign-ins that wait for the code of a second factor, by a token that only their browser has. */
export type SignInChallenges = {
  /** Returns the token. */
  open: (challenge: Challenge) => string;
  /** Null if there is none, or it took too long. */
  find: (token: string) => Challenge | null;
  /** Ends a challenge. Returns whether it was still open. */
  close: (token: string) => boolean;
};

/** @param now server time, epoch ms */
export function createSignInChallenges(now: () => number): SignInChallenges {
  const challenges = new Map<string, Challenge & { until: number }>();
  return {
    open(challenge) {
      const token = randomBytes(32).toString('base64url');
      for (const [old, { until }] of challenges) if (until <= now()) challenges.delete(old);
      const [oldest] = challenges.keys();
      if (challenges.size >= MOST_CHALLENGES && oldest !== undefined) challenges.delete(oldest);
      challenges.set(token, { ...challenge, until: now() + CHALLENGE_MS });
      return token;
    },
    find(token) {
      const challenge = challenges.get(token);
      return challenge && challenge.until > now() ? challenge : null;
    },
    close: (token) => challenges.delete(token),
  };
}
