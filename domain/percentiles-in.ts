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

const WORTH_A_SAMPLE = 600;

/**
 * Hoare's selection: afterwards nothing before `index` is greater than what is there, and nothing after it less. Of many
 * values a sample is selected from first (Floyd and Rivest), whose pivot lies next to what is looked for.
 */
function select(values: Float64Array, from: number, to: number, index: number): void {
  let low = from;
  let high = to;
  while (low < high) {
    if (high - low > WORTH_A_SAMPLE) selectFromSample(values, low, high, index);
    const pivot = values[index] as number;
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

function selectFromSample(values: Float64Array, low: number, high: number, index: number): void {
  const count = high - low + 1;
  const place = index - low + 1;
  const size = 0.5 * Math.exp((2 * Math.log(count)) / 3);
  const spread = 0.5 * Math.sqrt((Math.log(count) * size * (count - size)) / count) * Math.sign(place - count / 2);
  const from = Math.floor(index - (place * size) / count + spread);
  const to = Math.floor(index + ((count - place) * size) / count + spread);
  select(values, Math.max(low, from), Math.min(high, to), index);
}

function leastOf(values: Float64Array, from: number, until: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = from; index < until; index += 1)
    if ((values[index] as number) < least) least = values[index] as number;
  return least;
}
