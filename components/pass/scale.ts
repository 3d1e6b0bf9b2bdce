import { textSize, touchSize } from '../wall/type-scale';
import type { PassOptions } from './pass-options';

/** Limits of the text size of a pass, and the smallest side of a touch target; CSS pixels. */
export type Scale = {
  /** Plain text that is comfortable at the screen's distance. */
  text: number;
  /** Smallest name: capitals of 20 arc-minutes on a fixed screen. */
  name: number;
  /**
   * Smallest other text: capitals of 14 arc-minutes on a fixed screen; 0 on a handheld, where sizes follow the row's.
   */
  least: number;
  largest: number;
  smallest: number;
  target: number;
  /** Whether the screen is fixed over the pass: then nothing scrolls. */
  hangs: boolean;
};

const HELD = { text: 16, largest: 24, smallest: 16, target: 56 };
/** Text grows while there is room. On a full pass it shrinks to the smallest size before the pass turns pages. */
const LARGEST_OF_TEXT = 2;
/** As on a wall (components/wall/wall-board.tsx): Archivo's capitals are slightly smaller than `textSize` assumes. */
const NAME_OF_TEXT = 1.06;
const MIN_OF_TEXT = 0.74;
const HANGS_FROM_PX = 1_600;
const USUAL_DIAGONAL = 27;

/** Returns the text limits for a page of this size (CSS pixels): by reading distance on a fixed screen. */
export function scaleOf(
  { width, height }: { width: number; height: number },
  { diagonal, distance, zoom }: Pick<PassOptions, 'diagonal' | 'distance' | 'zoom'>,
): Scale {
  const hangs = diagonal !== null || Math.max(width, height) >= HANGS_FROM_PX;
  const zoomed = 1 + zoom / 10;
  if (!hangs) {
    const [text, largest, smallest] = [HELD.text * zoomed, HELD.largest * zoomed, HELD.smallest * zoomed];
    return { text, name: text, least: 0, largest, smallest, target: HELD.target, hangs };
  }
  const inches = diagonal ?? USUAL_DIAGONAL;
  const text = textSize({ width, height, diagonal: inches, distance, zoom });
  const target = touchSize({ width, height, diagonal: inches });
  return {
    text,
    name: text * NAME_OF_TEXT,
    least: text * MIN_OF_TEXT,
    largest: text * LARGEST_OF_TEXT,
    smallest: text * MIN_OF_TEXT,
    target,
    hangs,
  };
}
