import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export type Algorithm = 'sha1' | 'sha256' | 'sha512';
export type SecretEncoding = 'base64' | 'utf8';
export type SignatureEncoding = 'base64' | 'hex';

/** How a subscription signs: its secret, and the three options that the POS leaves open. */
export type SigningKey = {
  secret: string;
  secretEncoding: SecretEncoding;
  algorithm: Algorithm;
  signatureEncoding: SignatureEncoding;
};

/** The bytes of a secret: decoded from Base64, or the text itself. */
export function keyBytes(key: Pick<SigningKey, 'secret' | 'secretEncoding'>): Buffer {
  return Buffer.from(key.secret, key.secretEncoding);
}

/** The HMAC of these bytes. The POS signs only the body (pos-interface, section 1). */
export function digest(bytes: Uint8Array, key: SigningKey): Buffer {
  return hmac(bytes, key).digest();
}

/** The value of an `X-…-Signature` header for these bytes. */
export function sign(bytes: Uint8Array, key: SigningKey): string {
  return hmac(bytes, key).digest(key.signatureEncoding);
}

function hmac(bytes: Uint8Array, key: SigningKey) {
  return createHmac(key.algorithm, keyObjectOf(key)).update(bytes);
}

/** Cached, because decoding a secret takes as long as the digest of a small body. */
const keyObjects = new WeakMap<SigningKey, KeyObject>();

function keyObjectOf(key: SigningKey): KeyObject {
  let known = keyObjects.get(key);
  if (!known) {
    known = createSecretKey(keyBytes(key));
    keyObjects.set(key, known);
  }
  return known;
}
