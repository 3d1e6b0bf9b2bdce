/** Request headers as node gives them: lower-case names, repeated ones joined. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The two headers of one family, `X-<prefix>-Subscription-Id` and `X-<prefix>-Signature`. */
export type HeaderPair = {
  /** As it is written in replies: `X-Service`. */
  prefix: string;
  subscriptionId: string;
  signature: string | null;
};

const SUBSCRIPTION_HEADER = /^x-(.+)-subscription-id$/;

/**
 * The header pairs of a request, those with a signature first. The name in the middle is the POS maker's brand, so any
 * is accepted unless one is pinned (pos-interface, section 1).
 */
export function headerPairs(headers: Headers, pinnedPrefix: string | null): HeaderPair[] {
  const pairs = Object.entries(headers).flatMap(([name, value]) => {
    const brand = SUBSCRIPTION_HEADER.exec(name)?.[1];
    const subscriptionId = single(value);
    if (!brand || !subscriptionId) return [];
    if (pinnedPrefix !== null && brand !== pinnedPrefix.toLowerCase()) return [];
    return [{ prefix: `X-${titleCase(brand)}`, subscriptionId, signature: single(headers[`x-${brand}-signature`]) }];
  });
  return pairs.toSorted((a, b) => Number(b.signature !== null) - Number(a.signature !== null));
}

/** The headers that the journal keeps: they help to understand a delivery and hold no secret. */
export function headersOfInterest(headers: Headers): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const interesting =
      name === 'content-type' || name === 'user-agent' || /^x-.+-(subscription-id|signature)$/.test(name);
    const text = single(value);
    return interesting && text !== null ? [[name, text.slice(0, 200)]] : [];
  });
  return Object.fromEntries(kept);
}

function single(value: string | string[] | undefined): string | null {
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text.trim() === '' ? null : text.trim();
}

function titleCase(brand: string): string {
  return brand
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
}
