import { createHmac, timingSafeEqual } from 'node:crypto';

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
