import { type SigningKey, sign } from '../../server/webhooks/sign';

/** The subscription in whose name a bench posts. */
export const SUBSCRIPTION = 'heatlamp';

/** Its key: that of the published test vector. It opens nothing but a throw-away set-up. */
export const KEY: SigningKey = {
  secret: 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=',
  secretEncoding: 'base64',
  signatureEncoding: 'base64',
  algorithm: 'sha256',
};

/** The headers with which the POS posts these bytes. */
export function signedHeaders(bytes: Buffer): Record<string, string | number> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'X-Service-Subscription-Id': SUBSCRIPTION,
    'X-Service-Signature': sign(bytes, KEY),
  };
}
