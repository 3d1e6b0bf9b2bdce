import { createHash } from 'node:crypto';
import { cookieNamed } from './session-cookie';

/** The cookie that keeps a device paired over reboots. Its value is the screen's token. */
export const SCREEN_COOKIE = 'heatlamp_screen';
const YEAR_SECONDS = 365 * 86_400;

/** The `Set-Cookie` header that keeps a device paired for a year from now. */
export function screenCookie(token: string, isSecure: boolean): string {
  return `${SCREEN_COOKIE}=${token}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Tokens are long and random, so they can be stored with a plain hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token in a request's `Cookie` header; null without one. */
export function cookieToken(sent: string | null | undefined): string | null {
  return cookieNamed(SCREEN_COOKIE, sent);
}
