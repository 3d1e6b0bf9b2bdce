import { type SigningKey, sign } from '../../server/webhooks/sign';

/** The id of the POS's subscription in tests and benches. */
export const SUBSCRIPTION = 'heatlamp';

/** Its key, from the published test vector. For temporary servers only. */
export const KEY: SigningKey = {
  secret: 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=',
  secretEncoding: 'base64',
  signatureEncoding: 'base64',
  algorithm: 'sha256',
};

/** The headers of a signed delivery, also of another subscription. */
export function signedHeaders(bytes: Buffer, { id = SUBSCRIPTION, key = KEY } = {}): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    'X-Service-Subscription-Id': id,
    'X-Service-Signature': sign(bytes, key),
  };
}
