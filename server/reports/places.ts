import { UNKNOWN } from './allocate-columns';

/** Indexes of groups, one for each course. Two bytes suffice for nearly every grouping, which halves the memory. */
export type Places = Uint16Array | Int32Array;

/** The index of each course's group, and running totals: group g has `begins[g + 1] - begins[g]` courses. */
export type GroupPlaces = { groupOf: Places; begins: Int32Array };

export function placesOf(groupOf: Places, groups: number): GroupPlaces {
  const begins = new Int32Array(groups + 1);
  for (let at = 0; at < groupOf.length; at += 1) {
    const next = (groupOf[at] as number) + 1;
    begins[next] = (begins[next] as number) + 1;
  }
  for (let group = 0; group < groups; group += 1)
    begins[group + 1] = (begins[group + 1] as number) + (begins[group] as number);
  return { groupOf, begins };
}

// Shared by all callers, and never written: all zeros.
let zeros = new Uint16Array(0);

export function oneGroup(courses: number): GroupPlaces {
  if (zeros.length < courses) zeros = new Uint16Array(courses);
  return { groupOf: zeros, begins: Int32Array.of(0, courses) };
}

/** Codes in a range of this width are counted in an array: for a million courses a map takes 30 ms longer. */
const MAX_TABLE_WIDTH = 65_536;
const MAX_UINT16 = 65_536;

/** The number of courses of each code that occurs. */
export function countCodes(codes: Int32Array): Map<number, number> {
  const { min, width, unknown } = rangeOf(codes);
  const counts = new Map<number, number>();
  if (width > MAX_TABLE_WIDTH) {
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
    return counts;
  }
  const table = new Int32Array(width);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    if (code !== UNKNOWN) table[code - min] = (table[code - min] as number) + 1;
  }
  for (const [index, count] of table.entries()) if (count > 0) counts.set(index + min, count);
  if (unknown > 0) counts.set(UNKNOWN, unknown);
  return counts;
}

/** The group of each course by its code. The groups are in the order of `counts`, which must contain every code. */
export function placesOfCodes(codes: Int32Array, counts: ReadonlyMap<number, number>): GroupPlaces {
  const placeOf = new Map([...counts.keys()].map((code, place) => [code, place]));
  const begins = new Int32Array(counts.size + 1);
  for (const [place, count] of [...counts.values()].entries()) begins[place + 1] = (begins[place] as number) + count;
  const known = [...counts.keys()].filter((code) => code !== UNKNOWN);
  const min = known.reduce((found, code) => Math.min(found, code), known[0] ?? 0);
  const max = known.reduce((found, code) => Math.max(found, code), known[0] ?? 0);
  const isTable = max - min < MAX_TABLE_WIDTH;
  const table = Int32Array.from({ length: isTable ? max - min + 1 : 0 }, (_, code) => placeOf.get(code + min) ?? 0);
  const unknown = placeOf.get(UNKNOWN) ?? 0;
  const groupOf = counts.size <= MAX_UINT16 ? new Uint16Array(codes.length) : new Int32Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    groupOf[at] = (code === UNKNOWN ? unknown : table[code - min]) ?? placeOf.get(code) ?? 0;
  }
  return { groupOf, begins };
}

/** The range of the known codes, and the number of unknown ones. */
function rangeOf(codes: Int32Array): { min: number; width: number; unknown: number } {
  // Integers instead of infinities, which would make V8 use floating-point numbers.
  let min = 2_147_483_647;
  let max = UNKNOWN;
  let unknown = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    if (code === UNKNOWN) unknown += 1;
    else {
      if (code < min) min = code;
      if (code > max) max = code;
    }
  }
  return max < min ? { min: 0, width: 0, unknown } : { min, width: max - min + 1, unknown };
}
