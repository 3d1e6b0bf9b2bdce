/** Stands for an unknown value in a column of integers. */
export const UNKNOWN = -2_147_483_648;

/** One value for each course; an unknown instant or time is NaN. About 92 bytes a course. */
export type Columns = ReturnType<typeof allocate>;

/** Columns with room for so many courses. */
export function allocate(capacity: number) {
  return {
    orderKey: new Int32Array(capacity),
    /** A place in `Dictionaries.courses`. */
    course: new Int32Array(capacity),
    beganAt: new Float64Array(capacity),
    readyAt: new Float64Array(capacity),
    servedAt: new Float64Array(capacity),
    /** F13, F15: the measures in ms, where they count. The visit is the order's, and the same for all its courses. */
    preparation: new Float64Array(capacity),
    passWait: new Float64Array(capacity),
    gap: new Float64Array(capacity),
    visit: new Float64Array(capacity),
    /** As the POS gave them; zero where it gave none. */
    expectedRaw: new Int32Array(capacity),
    posRaw: new Int32Array(capacity),
    guests: new Int32Array(capacity),
    /** The business day, in days since 1970, and the minute of the day. */
    day: new Int32Array(capacity),
    minute: new Uint16Array(capacity),
    /** A place in `Dictionaries.labels`, and in `.tables`. */
    label: new Int32Array(capacity),
    table: new Int32Array(capacity),
    flags: new Uint16Array(capacity),
  };
}
