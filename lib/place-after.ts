/**
 * The index of the first number after `value`; the length if there is none. A binary search, because a table in a
 * benchmark can have thousands of orders.
 */
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
