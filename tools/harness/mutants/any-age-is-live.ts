import * as original from '../../../components/live/freshness';

export * from '../../../components/live/freshness';

export const freshnessOf: typeof original.freshnessOf = (ageMs, link, isOnline) =>
  ageMs !== null && link.kind !== 'refused'
    ? { level: 'live', cause: null }
    : original.freshnessOf(ageMs, link, isOnline);
