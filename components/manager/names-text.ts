const MAX_NAMES = 5;

/** Names as a list; of more than five the first ones. */
export function namesText(names: readonly string[]): string {
  return [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
