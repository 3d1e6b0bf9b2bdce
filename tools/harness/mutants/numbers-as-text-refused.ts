import * as original from '../../../server/webhooks/member-values';

export * from '../../../server/webhooks/member-values';

export const integerOf: typeof original.integerOf = (value, min, max) =>
  typeof value === 'string' ? undefined : original.integerOf(value, min, max);

export const int32Of: typeof original.int32Of = (value) =>
  typeof value === 'string' ? undefined : original.int32Of(value);

export const counterOf: typeof original.counterOf = (value) =>
  typeof value === 'string' ? undefined : original.counterOf(value);
