import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Role } from '../../contract/constants';

/** A person who is signed in. */
export type Manager = {
  id: string;
  name: string;
  role: Role;
  /** Null for all branches. */
  branches: readonly number[] | null;
  /** A code is asked at sign-in. */
  hasSecondFactor: boolean;
};

/** The session cookie over plain http. */
export const SESSION_COOKIE = 'heatlamp_session';
/** The session cookie over https. Browsers accept this name only over https, and from no other host. */
const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/**
 * The value of a session's cookie. Sessions are stored by their plain token; the signature makes a token from a
 * database or a backup useless.
 */
export function signedToken(token: string, secret: string): string {
  return signed(token, secret);
}

/** The token of the session in a request's `Cookie` header; null without a cookie with a valid signature. */
export function sessionToken(cookies: string | null | undefined, secret: string): string | null {
  const value = cookieNamed(SECURE_SESSION_COOKIE, cookies) ?? cookieNamed(SESSION_COOKIE, cookies);
  return readSigned(value ?? '', secret);
}

/** The `Set-Cookie` headers that store a session for that many seconds, and delete the cookie of the other name. */
export function sessionCookies(value: string, seconds: number, isSecure: boolean): string[] {
  const cookie = (name: string, text: string, age: number, secure: boolean) =>
    `${name}=${text}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const plain = isSecure ? cookie(SESSION_COOKIE, '', 0, false) : cookie(SESSION_COOKIE, value, seconds, false);
  // A browser ignores a secure cookie that it receives over plain http.
  return isSecure ? [cookie(SECURE_SESSION_COOKIE, value, seconds, true), plain] : [plain];
}

/** The value of a cookie in a `Cookie` header; null if it is missing. The first one of that name counts. */
export function cookieNamed(name: string, sent: string | null | undefined): string | null {
  for (const cookie of (sent ?? '').split(';')) {
    const [key, value] = cookie.trim().split('=');
    if (key === name) return value ?? '';
  }
  return null;
}

/** A text and its signature, HMAC-SHA256 as base64url. The start of the text distinguishes what is signed for what. */
export function signed(text: string, secret: string): string {
  return `${text}.${signatureOf(text, secret)}`;
}

/** The text of what `signed` returned; null if the signature is not valid. Compares in constant time. */
export function readSigned(value: string, secret: string): string | null {
  const [text = '', signature = ''] = value.split('.');
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(text, secret));
  return given.length === right.length && timingSafeEqual(given, right) ? text : null;
}

export function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
