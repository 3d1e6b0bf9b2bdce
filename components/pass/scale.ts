import { textSize, touchSize } from '../wall/type-scale';
import type { PassOptions } from './pass-choices';

/** Between which sizes of plain text a pass may choose, and the least side of what is touched; CSS pixels. */
export type Scale = {
  /** What is read with ease: capitals of 20 arc-minutes on a screen that hangs. */
  text: number;
  largest: number;
  smallest: number;
  target: number;
  /** Whether it hangs over the pass: then nothing scrolls. */
  hangs: boolean;
};

const HELD: Omit<Scale, 'hangs'> = { text: 16, largest: 24, smallest: 16, target: 56 };
/** All grows while there is room. All but names goes down to 14 arc-minutes on a full pass before it turns pages. */
const LARGEST_OF_TEXT = 2;
const SMALLEST_OF_TEXT = 0.7;
const HANGS_FROM_PX = 1_600;
const USUAL_DIAGONAL = 27;

/** What the type of a page of this size (CSS pixels) may be: of one that hangs as far as it is read from. */
export function scaleOf(
  { width, height }: { width: number; height: number },
  { diagonal, distance, zoom }: Pick<PassOptions, 'diagonal' | 'distance' | 'zoom'>,
): Scale {
  const hangs = diagonal !== null || Math.max(width, height) >= HANGS_FROM_PX;
  const zoomed = 1 + zoom / 10;
  if (!hangs) {
    const [text, largest, smallest] = [HELD.text * zoomed, HELD.largest * zoomed, HELD.smallest * zoomed];
    return { text, largest, smallest, target: HELD.target, hangs };
  }
  const inches = diagonal ?? USUAL_DIAGONAL;
  const text = textSize({ width, height, diagonal: inches, distance, zoom });
  const target = touchSize({ width, height, diagonal: inches });
  return { text, largest: text * LARGEST_OF_TEXT, smallest: text * SMALLEST_OF_TEXT, target, hangs };
}
