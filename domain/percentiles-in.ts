/**
 * The values below which so much of a part of `values` lies (0 to 1), between order statistics (R type 7). By selection:
 * a million values need not be sorted for three of them. `shares` ascend; the part is put into another order.
 */
export function percentilesIn(values: Float64Array, from: number, until: number, shares: readonly number[]): number[] {
  let low = from;
  return shares.map((share) => {
    const place = (until - from - 1) * share;
    const index = from + Math.floor(place);
    if (index >= until || until === from) return Number.NaN;
    select(values, low, until - 1, index);
    low = index;
    const below = values[index] as number;
    if (index + 1 === until || place === Math.floor(place)) return below;
    return below + (leastOf(values, index + 1, until) - below) * (place - Math.floor(place));
  });
}

/** Hoare's selection: afterwards nothing before `index` is greater than what is there, and nothing after it less. */
function select(values: Float64Array, from: number, to: number, index: number): void {
  let low = from;
  let high = to;
  while (low < high) {
    const pivot = middleOf(values[low] as number, values[(low + high) >>> 1] as number, values[high] as number);
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left += 1;
      while ((values[right] as number) > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left] as number;
      values[left] = values[right] as number;
      values[right] = moved;
      left += 1;
      right -= 1;
    }
    if (index <= right) high = right;
    else if (index >= left) low = left;
    else return;
  }
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function leastOf(values: Float64Array, from: number, until: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = from; index < until; index += 1) least = Math.min(least, values[index] as number);
  return least;
}
