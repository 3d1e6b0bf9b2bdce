import { textSize, touchSize } from '../wall/type-scale';
import type { PassOptions } from './pass-choices';

/** Between which sizes of plain text a pass may choose, and the least side of what is touched; CSS pixels. */
export type Scale = {
  largest: number;
  smallest: number;
  target: number;
  /** Whether it hangs over the pass: then nothing scrolls. */
  hangs: boolean;
};

const HELD: Omit<Scale, 'hangs'> = { largest: 24, smallest: 16, target: 56 };
/** Of what is read with ease: table numbers and timers are about twice as large, and still are. */
const SMALLEST_OF_LARGEST = 0.44;
const HANGS_FROM_PX = 1_600;
const USUAL_DIAGONAL = 27;

/** What the type of a page of this size (CSS pixels) may be: of one that hangs as far as it is read from. */
export function scaleOf(
  { width, height }: { width: number; height: number },
  { diagonal, distance, zoom }: Pick<PassOptions, 'diagonal' | 'distance' | 'zoom'>,
): Scale {
  const hangs = diagonal !== null || Math.max(width, height) >= HANGS_FROM_PX;
  const zoomed = 1 + zoom / 10;
  if (!hangs) return { ...HELD, largest: HELD.largest * zoomed, smallest: HELD.smallest * zoomed, hangs };
  const inches = diagonal ?? USUAL_DIAGONAL;
  const largest = textSize({ width, height, diagonal: inches, distance, zoom });
  const target = touchSize({ width, height, diagonal: inches });
  return { largest, smallest: largest * SMALLEST_OF_LARGEST, target, hangs };
}
