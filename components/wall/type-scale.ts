/** A wall as a cook sees it. */
export type Viewing = {
  /** Of the page, in CSS pixels. */
  width: number;
  height: number;
  /** Of the screen, in inches. */
  diagonal: number;
  /** From the cook's eyes, in metres. */
  distance: number;
  /** Steps that somebody chose on top: each is a tenth. */
  zoom: number;
};

/** Capitals of 20 arc-minutes: 11.6 mm for each two metres (features no. 23). */
const CAPITAL_MM_PER_METRE = 2_000 * Math.tan(((20 / 60 / 2) * Math.PI) / 180);
/** Capitals are so much of the size, as the sizes in features no. 23 have it; Archivo's own are 0.686. */
const CAPITAL_OF_SIZE = 0.72;
const MM_PER_INCH = 25.4;
const SMALLEST_PX = 14;

/** A small screen is hung where one stands close to it. */
const INCHES_PER_METRE = 16;
const FARTHEST_USUAL = 2;

/** From how many metres a wall of so many inches is read, where nobody said: 2 from 32 inches on, in steps of 0.05. */
export function usualDistance(diagonal: number): number {
  return Math.min(FARTHEST_USUAL, Math.round((diagonal / INCHES_PER_METRE) * 20) / 20);
}

/** The size of plain text on a wall in CSS pixels: what a cook can read from where they stand. */
export function textSize({ width, height, diagonal, distance, zoom }: Viewing): number {
  const size = (CAPITAL_MM_PER_METRE * distance * pixelsPerMm({ width, height, diagonal })) / CAPITAL_OF_SIZE;
  return Math.max(SMALLEST_PX, size * (1 + zoom / 10));
}

/** A hand that reaches for a wall between two pans needs 20 mm (features no. 23); a tablet is held. */
const TOUCH_MM = 20;
const HELD_INCHES = 15;
const SMALLEST_TOUCH_PX = 48;

/** The least side of what is touched, in CSS pixels. */
export function touchSize(viewing: Pick<Viewing, 'width' | 'height' | 'diagonal'>): number {
  const wanted = viewing.diagonal < HELD_INCHES ? 0 : TOUCH_MM * pixelsPerMm(viewing);
  return Math.max(SMALLEST_TOUCH_PX, wanted);
}

function pixelsPerMm({ width, height, diagonal }: Pick<Viewing, 'width' | 'height' | 'diagonal'>): number {
  return Math.hypot(width, height) / (diagonal * MM_PER_INCH);
}
