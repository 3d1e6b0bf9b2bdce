/**
 * The values below which so much of a part of `values` lies (0 to 1), between order statistics (R type 7). A million
 * values need not be sorted for three of them: they are counted in buckets, and only what lies in the buckets of the
 * wanted ones is looked at again. `shares` ascend.
 */
export function percentilesIn(values: Float64Array, from: number, until: number, shares: readonly number[]): number[] {
  if (until === from) return shares.map(() => Number.NaN);
  const places = shares.map((share) => (until - from - 1) * share);
  const { near, leftOut } = nearest(values, from, until, places);
  let low = 0;
  return places.map((place, of) => {
    const index = Math.floor(place) - (leftOut[of] ?? 0);
    select(near, low, near.length - 1, index);
    low = index;
    const below = near[index] as number;
    if (place === Math.floor(place)) return below;
    return below + (leastOf(near, index + 1, near.length) - below) * (place - Math.floor(place));
  });
}

/** The values among which those at some places are, and how many that are less were left out for each place. */
type Nearest = { near: Float64Array; leftOut: readonly number[] };

const WORTH_BUCKETS = 64;
const MOST_BUCKETS = 4096;
const VALUES_A_BUCKET = 4;

function nearest(values: Float64Array, from: number, until: number, places: readonly number[]): Nearest {
  const count = until - from;
  if (count < WORTH_BUCKETS) return { near: values.slice(from, until), leftOut: [] };
  const buckets = Math.min(MOST_BUCKETS, Math.ceil(count / VALUES_A_BUCKET));
  const least = leastOf(values, from, until);
  // Ascends with the value, whatever is rounded: that is all that is asked of it.
  const scale = buckets / (greatestOf(values, from, until) - least);
  const counts = new Int32Array(buckets + 1);
  for (let at = from; at < until; at += 1) {
    const bucket = (((values[at] as number) - least) * scale) | 0;
    counts[bucket] = (counts[bucket] as number) + 1;
  }

  const wanted = new Uint8Array(buckets + 1);
  const leftOut: number[] = [];
  let bucket = 0;
  let before = 0;
  let kept = 0;
  const goTo = (rank: number) => {
    while (before + (counts[bucket] as number) <= rank) {
      before += counts[bucket] as number;
      bucket += 1;
    }
    if (wanted[bucket] === 0) kept += counts[bucket] as number;
    wanted[bucket] = 1;
  };
  for (const place of places) {
    goTo(Math.floor(place));
    leftOut.push(before + (counts[bucket] as number) - kept);
    goTo(Math.ceil(place));
  }

  const near = new Float64Array(kept);
  let next = 0;
  for (let at = from; at < until; at += 1) {
    const value = values[at] as number;
    if (wanted[((value - least) * scale) | 0] === 0) continue;
    near[next] = value;
    next += 1;
  }
  return { near, leftOut };
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

function greatestOf(values: Float64Array, from: number, until: number): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (let index = from; index < until; index += 1)
    if ((values[index] as number) > greatest) greatest = values[index] as number;
  return greatest;
}
