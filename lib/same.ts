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
