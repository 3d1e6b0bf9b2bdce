import { type SigningKey, sign } from '../webhooks/sign';

/** The id of the POS's subscription in tests and benches. */
export const SUBSCRIPTION = 'heatlamp';

/** The secret of the published test vector. For temporary servers only. */
export const SECRET = 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=';
export const KEY: SigningKey = {
  secret: SECRET,
  secretEncoding: 'base64',
  signatureEncoding: 'base64',
  algorithm: 'sha256',
};

/** The headers of a signed delivery, also of another subscription. */
export function signedHeaders(
  body: string | Uint8Array,
  { prefix = 'X-Service', id = SUBSCRIPTION, key = KEY } = {},
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    [`${prefix}-Subscription-Id`]: id,
    [`${prefix}-Signature`]: sign(Buffer.from(body), key),
  };
}
