/** Viewing conditions of a wall. */
export type Viewing = {
  /** Size of the page, in CSS pixels. */
  width: number;
  height: number;
  /** Diagonal of the screen, in inches. */
  diagonal: number;
  /** Distance from the cook's eyes, in metres. */
  distance: number;
  /** Zoom steps chosen by the user; each is a tenth. */
  zoom: number;
};

/** Height of capitals at 20 arc-minutes: 11.6 mm for each two metres. */
const CAPITAL_MM_PER_METRE = 2_000 * Math.tan(((20 / 60 / 2) * Math.PI) / 180);
/** Ratio of capital height to font size; Archivo's own is 0.686. */
const CAPITAL_OF_SIZE = 0.72;
const MM_PER_INCH = 25.4;
const SMALLEST_PX = 14;

/** A small screen hangs where people stand close to it. */
const INCHES_PER_METRE = 16;
const FARTHEST_USUAL = 2;

/** Usual reading distance in metres of a wall of this diagonal: 2 from 32 inches on, in steps of 0.05. */
export function usualDistance(diagonal: number): number {
  return Math.min(FARTHEST_USUAL, Math.round((diagonal / INCHES_PER_METRE) * 20) / 20);
}

/** Size of plain text on a wall in CSS pixels that a cook can read from the given distance. */
export function textSize({ width, height, diagonal, distance, zoom }: Viewing): number {
  const size = (CAPITAL_MM_PER_METRE * distance * pixelsPerMm({ width, height, diagonal })) / CAPITAL_OF_SIZE;
  return Math.max(SMALLEST_PX, size * (1 + zoom / 10));
}

/** A touch target on a wall needs 20 mm for a hand between two pans; a handheld needs less. */
const TOUCH_MM = 20;
const HELD_INCHES = 15;
const SMALLEST_TOUCH_PX = 48;

/** Smallest side of a touch target, in CSS pixels. */
export function touchSize(viewing: Pick<Viewing, 'width' | 'height' | 'diagonal'>): number {
  const wanted = viewing.diagonal < HELD_INCHES ? 0 : TOUCH_MM * pixelsPerMm(viewing);
  return Math.max(SMALLEST_TOUCH_PX, wanted);
}

function pixelsPerMm({ width, height, diagonal }: Pick<Viewing, 'width' | 'height' | 'diagonal'>): number {
  return Math.hypot(width, height) / (diagonal * MM_PER_INCH);
}
