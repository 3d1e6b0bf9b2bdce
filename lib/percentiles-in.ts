/**
 * The percentiles of `values[from..until)` at `shares` (0 to 1, ascending), interpolated as in `percentile`. Counts the
 * values in buckets and then selects only within the buckets of the wanted ranks, which is faster than sorting a
 * million values. Pass `range` if it is already known.
 */
export function percentilesIn(
  values: Float64Array,
  from: number,
  until: number,
  shares: readonly number[],
  range?: Range,
): number[] {
  if (until === from) return shares.map(() => Number.NaN);
  const places = placesIn(until - from, shares);
  return among(places, keepNearest(values, from, until, places, range));
}

/** The elements of `values` at the indexes `places`. NaN is skipped. */
export type Scattered = { values: Float64Array; places: Int32Array };

/** Count, sum, maximum and percentiles of all parts together. */
export type Spreading = { n: number; sum: number; greatest: number; percentiles: number[] };

const MS_A_BUCKET = 3_600;

/**
 * The percentiles of times in ms that are spread over several arrays. The buckets suit times of minutes up to hours;
 * other values give the same result more slowly.
 */
export function percentilesAmong(parts: readonly Scattered[], shares: readonly number[]): Spreading {
  counts.fill(0);
  wanted.fill(0);
  let n = 0;
  let sum = 0;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const { values, places } of parts)
    for (let index = 0; index < places.length; index += 1) {
      const value = values[places[index] as number] as number;
      if (Number.isNaN(value)) continue;
      const bucket = bucketOf(value);
      counts[bucket] = (counts[bucket] as number) + 1;
      n += 1;
      sum += value;
      if (value > greatest) greatest = value;
    }
  if (n === 0) return { n, sum, greatest, percentiles: shares.map(() => Number.NaN) };
  const places = placesIn(n, shares);
  const { kept, leftOut } = wantBuckets(places);
  if (near.length < kept) near = new Float64Array(2 * kept);
  let count = 0;
  for (const { values, places } of parts)
    for (let index = 0; index < places.length; index += 1) {
      const value = values[places[index] as number] as number;
      if (Number.isNaN(value) || wanted[bucketOf(value)] === 0) continue;
      near[count] = value;
      count += 1;
    }
  return { n, sum, greatest, percentiles: among(places, { count, leftOut }) };
}

/** Must be monotonic: a greater value never has a smaller bucket. */
function bucketOf(ms: number): number {
  return ms <= 0 ? 0 : ms >= MS_A_BUCKET * MAX_BUCKETS ? MAX_BUCKETS : (ms / MS_A_BUCKET) | 0;
}

function placesIn(count: number, shares: readonly number[]): number[] {
  return shares.map((share) => (count - 1) * share);
}

/** The interpolated values at these ranks, selected from `near`. */
function among(places: readonly number[], { count, leftOut }: { count: number; leftOut: readonly number[] }): number[] {
  let low = 0;
  return places.map((place, of) => {
    const index = Math.floor(place) - (leftOut[of] ?? 0);
    select(near, low, count - 1, index);
    low = index;
    const below = near[index] as number;
    if (place === Math.floor(place)) return below;
    return below + (leastOf(near, index + 1, count) - below) * (place - Math.floor(place));
  });
}

/** Minimum, maximum and sum. */
export type Range = { least: number; greatest: number; sum: number };

/** Minimum, maximum and sum of `values[from..until)`. */
export function rangeIn(values: Float64Array, from: number, until: number): Range {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let at = from; at < until; at += 1) {
    const value = values[at] as number;
    sum += value;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { least, greatest, sum };
}

const WORTH_BUCKETS = 64;
const MAX_BUCKETS = 4096;
const VALUES_A_BUCKET = 4;

// Shared by all calls, which never overlap: a report makes thousands, and new arrays would burden the garbage
// collector.
const counts = new Int32Array(MAX_BUCKETS + 1);
const wanted = new Uint8Array(MAX_BUCKETS + 1);
let near = new Float64Array(1024);

/** Copies the values around the wanted ranks into `near`. Returns for each rank how many smaller ones were left out. */
function keepNearest(values: Float64Array, from: number, until: number, places: readonly number[], range?: Range) {
  if (until - from < WORTH_BUCKETS) {
    for (let at = from; at < until; at += 1) near[at - from] = values[at] as number;
    return { count: until - from, leftOut: [] };
  }
  const buckets = Math.min(MAX_BUCKETS, Math.ceil((until - from) / VALUES_A_BUCKET));
  const { least, greatest } = range ?? rangeIn(values, from, until);
  // Rounding is harmless, because the buckets stay monotonic.
  const scale = buckets / (greatest - least);
  counts.fill(0, 0, buckets + 1);
  wanted.fill(0, 0, buckets + 1);
  for (let at = from; at < until; at += 1) {
    const bucket = (((values[at] as number) - least) * scale) | 0;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  const { kept, leftOut } = wantBuckets(places);
  if (near.length < kept) near = new Float64Array(2 * kept);
  let count = 0;
  for (let at = from; at < until; at += 1) {
    const value = values[at] as number;
    if (wanted[((value - least) * scale) | 0] === 0) continue;
    near[count] = value;
    count += 1;
  }
  return { count, leftOut };
}

/** Marks the buckets that hold these ranks and the ranks after them. */
function wantBuckets(places: readonly number[]): { kept: number; leftOut: number[] } {
  let bucket = 0;
  let before = 0;
  let kept = 0;
  const want = (rank: number) => {
    while (before + (counts[bucket] as number) <= rank) {
      before += counts[bucket] as number;
      bucket += 1;
    }
    if (wanted[bucket] === 0) kept += counts[bucket] as number;
    wanted[bucket] = 1;
  };
  const leftOut = places.map((place) => {
    want(Math.floor(place));
    const less = before + (counts[bucket] as number) - kept;
    want(Math.ceil(place));
    return less;
  });
  return { kept, leftOut };
}

const WORTH_A_SAMPLE = 600;

/**
 * Hoare's quickselect: afterwards nothing before `index` is greater than `values[index]`, and nothing after it is less.
 * With many values, selects from a sample first to find a good pivot (Floyd and Rivest).
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
