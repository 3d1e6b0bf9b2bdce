/** Whether two values of plain data (numbers, texts, nulls, arrays, objects of these) say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return isSameBut(a, b, null);
}

/** The same for two objects, one member aside. */
export function isSameBut<Data extends object>(a: Data, b: Data, aside: (keyof Data & string) | null): boolean {
  let members = 0;
  for (const name in a) {
    members += 1;
    if (name === aside) continue;
    const told = a[name];
    if (!isSame(told, b[name]) || (told === undefined && !(name in b))) return false;
  }
  for (const _ in b) members -= 1;
  return members === 0;
}
