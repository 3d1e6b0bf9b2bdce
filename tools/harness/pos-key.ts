import { type SigningKey, sign } from '../../server/webhooks/sign';

/** The subscription of the benches. */
export const SUBSCRIPTION = 'heatlamp';

/** Its key, that of the published test vector. It is used for temporary servers only. */
export const KEY: SigningKey = {
  secret: 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=',
  secretEncoding: 'base64',
  signatureEncoding: 'base64',
  algorithm: 'sha256',
};

/** The headers of the POS for these bytes. */
export function signedHeaders(bytes: Buffer): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    'X-Service-Subscription-Id': SUBSCRIPTION,
    'X-Service-Signature': sign(bytes, KEY),
  };
}
