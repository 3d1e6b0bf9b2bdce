import { UNKNOWN } from './columns';

/** For each selected course the place of its group; the courses of a group are as many as between two `begins`. */
export type GroupPlaces = { groupOf: Int32Array; begins: Int32Array };

export function placesOf(groupOf: Int32Array, groups: number): GroupPlaces {
  const begins = new Int32Array(groups + 1);
  for (let at = 0; at < groupOf.length; at += 1) {
    const next = (groupOf[at] as number) + 1;
    begins[next] = (begins[next] as number) + 1;
  }
  for (let group = 0; group < groups; group += 1)
    begins[group + 1] = (begins[group + 1] as number) + (begins[group] as number);
  return { groupOf, begins };
}

// Nobody writes there.
let allFirst = new Int32Array(0);

export function oneGroup(courses: number): GroupPlaces {
  if (allFirst.length < courses) allFirst = new Int32Array(courses);
  return { groupOf: allFirst, begins: Int32Array.of(0, courses) };
}

/** Codes that lie so near to one another are looked up in a table; a million look-ups in a map take 30 ms longer. */
const WIDEST_TABLE = 65_536;

/** The codes there are, each once. */
export function distinctOf(codes: Int32Array): number[] {
  const { least, width, hasUnknown } = rangeOf(codes);
  if (width > WIDEST_TABLE) return [...new Set(codes)];
  const isThere = new Uint8Array(width);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    if (code !== UNKNOWN) isThere[code - least] = 1;
  }
  const distinct = [...isThere.keys()].filter((code) => isThere[code] === 1).map((code) => code + least);
  return hasUnknown ? [...distinct, UNKNOWN] : distinct;
}

/** Puts in the place of each code its place among `ordered`, which holds all of them. */
export function putPlaces(codes: Int32Array, ordered: readonly number[]): void {
  const placeOf = new Map(ordered.map((code, place) => [code, place]));
  const { least, width } = rangeOf(codes);
  const table = Int32Array.from(
    { length: width > WIDEST_TABLE ? 0 : width },
    (_, code) => placeOf.get(code + least) ?? 0,
  );
  const unknown = placeOf.get(UNKNOWN) ?? 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    codes[at] = (code === UNKNOWN ? unknown : table[code - least]) ?? placeOf.get(code) ?? 0;
  }
}

/** Of all that are known. */
function rangeOf(codes: Int32Array): { least: number; width: number; hasUnknown: boolean } {
  // Whole numbers from the start: infinities would make all of them fractions to the machine.
  let least = 2_147_483_647;
  let most = UNKNOWN;
  let hasUnknown = false;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    if (code === UNKNOWN) hasUnknown = true;
    else {
      if (code < least) least = code;
      if (code > most) most = code;
    }
  }
  return most < least ? { least: 0, width: 0, hasUnknown } : { least, width: most - least + 1, hasUnknown };
}
