export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The query of a page as text; the first value of a repeated parameter counts. */
export function queryText(query: Awaited<SearchParams>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first]];
  });
  return new URLSearchParams(pairs).toString();
}
