import { createHash } from 'node:crypto';
import { cookieNamed } from './cookie';

/** The cookie that keeps a device paired over reboots. Its value is the screen's token. */
export const SCREEN_COOKIE = 'heatlamp_screen';

/** Tokens are long and random, so they can be stored with a plain hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token in a request's `Cookie` header; null without one. */
export function cookieToken(sent: string | null | undefined): string | null {
  return cookieNamed(SCREEN_COOKIE, sent);
}
