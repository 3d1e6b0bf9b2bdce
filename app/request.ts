export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The query of a page as text; the first value of a repeated parameter counts. */
export function queryText(query: Awaited<SearchParams>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first]];
  });
  return new URLSearchParams(pairs).toString();
}

/** Languages that the device prefers, most preferred first. */
export function deviceLanguages(sent: Headers): string[] {
  return (sent.get('accept-language') ?? '')
    .split(',')
    .map((part) => part.split(';'))
    .map(([tag = '', quality = 'q=1']) => ({ tag: tag.trim(), weight: Number(quality.trim().replace('q=', '')) || 0 }))
    .filter(({ tag }) => tag !== '')
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
