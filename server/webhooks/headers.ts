/** Characters of a signature that are shown: enough to compare two, too few to post the body again. */
const SHOWN_SIGNATURE_LENGTH = 8;

/** Request headers as in Node.js: names in lower case, repeated headers joined. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The two headers of one family, `X-<prefix>-Subscription-Id` and `X-<prefix>-Signature`. */
export type HeaderPair = {
  /** As written in replies: `X-Service`. */
  prefix: string;
  subscriptionId: string;
  signature: string | null;
};

const SUBSCRIPTION_ID = '-subscription-id';
const SIGNATURE = '-signature';

/**
 * The header pairs of a request, those with a signature first. Their prefix is the brand of the POS, so any prefix is
 * accepted unless one is pinned (pos-interface, section 1).
 */
export function headerPairs(headers: Headers, pinnedPrefix: string | null): HeaderPair[] {
  const pinned = pinnedPrefix?.toLowerCase() ?? null;
  const pairs: HeaderPair[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const brand = brandIn(name, SUBSCRIPTION_ID);
    const subscriptionId = brand === null ? null : single(value);
    if (brand === null || subscriptionId === null || (pinned !== null && brand !== pinned)) continue;
    const signature = single(headers[`x-${brand}${SIGNATURE}`]);
    pairs.push({ prefix: `X-${titleCase(brand)}`, subscriptionId, signature });
  }
  return pairs.sort((a, b) => Number(b.signature !== null) - Number(a.signature !== null));
}

/** The headers that are stored with a delivery, truncated. They help to understand it, and contain no secrets. */
export function headersOfInterest(headers: Headers): Record<string, string> {
  return headersThat(isOfInterest, headers);
}

const OF_REFUSED = new Set(['host', 'accept', 'content-length', 'content-encoding', 'transfer-encoding', 'expect']);

/** The headers that are stored for a refused request, including those about how its body was sent. */
export function headersOfRefused(headers: Headers): Record<string, string> {
  return headersThat((name) => OF_REFUSED.has(name) || isOfInterest(name), headers);
}

const MAX_HEADERS = 30;

function headersThat(isKept: (name: string) => boolean, headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)
    .filter(([known]) => isKept(known))
    .slice(0, MAX_HEADERS)) {
    const text = single(value);
    if (text !== null) kept[name] = text.slice(0, 200);
  }
  return kept;
}

function isOfInterest(name: string): boolean {
  return (
    name === 'content-type' ||
    name === 'user-agent' ||
    brandIn(name, SUBSCRIPTION_ID) !== null ||
    brandIn(name, SIGNATURE) !== null
  );
}

/** The brand in `x-<brand><ending>`; null for any other header name. */
function brandIn(name: string, ending: string): string | null {
  // Checked first, because few headers begin with x-.
  const hasBrand = name.startsWith('x-') && name.endsWith(ending) && name.length > 'x-'.length + ending.length;
  return hasBrand ? name.slice('x-'.length, -ending.length) : null;
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

/** Headers as people may see them, with truncated signatures. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.endsWith('-signature') ? cut(value) : value]),
  );
}

function cut(signature: string): string {
  return signature.length > SHOWN_SIGNATURE_LENGTH ? `${signature.slice(0, SHOWN_SIGNATURE_LENGTH)}…` : signature;
}
