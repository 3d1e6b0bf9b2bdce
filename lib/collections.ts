const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares texts by the numbers in them, for a sort: table 9 comes before table 10. */
export const compareNumbers: (a: string, b: string) => number = compare;

/** Groups `members` by key. Members keep their order, and groups are in the order of their first members. */
export function groupBy<Member, Key>(members: Iterable<Member>, keyOf: (member: Member) => Key): Map<Key, Member[]> {
  const groups = new Map<Key, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}

/** The index of the first number after `value`, by binary search; the length if there is none. */
export function placeAfter(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Deep equality of plain data: numbers, strings, nulls, arrays and objects of these. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return isSameBut(a, b, null);
}

/** Deep equality of two objects, ignoring the member `aside`. */
export function isSameBut<Data extends object>(a: Data, b: Data, aside: (keyof Data & string) | null): boolean {
  let members = 0;
  for (const name in a) {
    members += 1;
    if (name === aside) continue;
    const value = a[name];
    if (!isSame(value, b[name]) || (value === undefined && !(name in b))) return false;
  }
  for (const _ in b) members -= 1;
  return members === 0;
}
