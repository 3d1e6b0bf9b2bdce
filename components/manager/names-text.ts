const MOST = 5;

/** Names as a list; of more than five the first ones. */
export function namesText(names: readonly string[]): string {
  return [...names.slice(0, MOST), ...(names.length > MOST ? ['…'] : [])].join(', ');
}
