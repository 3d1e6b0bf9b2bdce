const MAX_LISTED = 20;

/** The first of these as text, and how many more there are. */
export function firstOf(items: readonly (string | number)[]): string {
  const more = items.length - MAX_LISTED;
  return `${items.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
