/** Represents an unknown value in a column of integers. */
export const UNKNOWN = -2_147_483_648;

/** One value for each course. An unknown instant or duration is NaN. */
export type Columns = ReturnType<typeof allocate>;

/** Memory of the columns of one course, in bytes. */
export const COURSE_BYTES = Object.values(allocate(0)).reduce((sum, column) => sum + column.BYTES_PER_ELEMENT, 0);

/** Allocates columns for `capacity` courses. */
export function allocate(capacity: number) {
  return {
    orderKey: new Int32Array(capacity),
    /** Index in `Dictionaries.courses`. */
    course: new Int32Array(capacity),
    beganAt: new Float64Array(capacity),
    readyAt: new Float64Array(capacity),
    servedAt: new Float64Array(capacity),
    /** F13, F15: the measures in ms; NaN if they do not count. All courses of an order share its visit. */
    preparation: new Float64Array(capacity),
    passWait: new Float64Array(capacity),
    gap: new Float64Array(capacity),
    visit: new Float64Array(capacity),
    /** As the POS sent them; zero if it sent none. */
    expectedRaw: new Int32Array(capacity),
    posRaw: new Int32Array(capacity),
    guests: new Int32Array(capacity),
    /** The business day in days since 1970, and the local minute of the day at the start. */
    day: new Int32Array(capacity),
    minute: new Uint16Array(capacity),
    /** Index in `Dictionaries.labels`, and in `Dictionaries.tables`. */
    label: new Int32Array(capacity),
    table: new Int32Array(capacity),
    flags: new Uint16Array(capacity),
  };
}
