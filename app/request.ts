import { headers } from 'next/headers';

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The query of a page as text; the first value of a repeated parameter counts. */
export function queryText(query: Awaited<SearchParams>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first]];
  });
  return new URLSearchParams(pairs).toString();
}

/**
 * The origin that the request came by; a browser replaces it by its own. The server has checked the name, and replaced
 * the forwarded protocol by what it knows itself.
 */
export async function requestOrigin(): Promise<string> {
  const sent = await headers();
  return `${sent.get('x-forwarded-proto') ?? 'http'}://${sent.get('host') ?? 'localhost'}`;
}
