import type { WallOptions } from './wall-options';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;

/** Action of a key of a keyboard or bump bar on a wall. */
export type KeyAction =
  | 'select'
  | 'bump'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'nextPage'
  | 'previousPage'
  | 'act'
  | 'undo'
  | 'recall'
  | 'sort'
  | 'mute'
  | 'fullScreen'
  | 'legend';

/** Keys as browsers name them (`KeyboardEvent.key`), letters in lower case. */
type KeyRow = { does: KeyAction; keys: readonly string[] };

const ARROWS: readonly KeyRow[] = [
  { does: 'left', keys: ['ArrowLeft'] },
  { does: 'right', keys: ['ArrowRight'] },
  { does: 'up', keys: ['ArrowUp'] },
  { does: 'down', keys: ['ArrowDown'] },
];
const COMMON: readonly KeyRow[] = [
  { does: 'sort', keys: ['s'] },
  { does: 'mute', keys: ['m'] },
];

export type KeyPreset = WallOptions['keys'];

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

/**
 * Every key of every preset, in the order of the legend. The first key of `select` and `bump` is for the first card,
 * and so on. Bump bars are keyboards whose keys are programmed: `bump` is for those with a Bump key (Logic Controls
 * KB1700 and the like), `direct` for those with two rows of numbers that bump at once (KB9000, KRS with 20 keys).
 */
export const KEY_TABLE: Record<KeyPreset, readonly KeyRow[]> = {
  keyboard: [
    { does: 'select', keys: DIGITS },
    ...ARROWS,
    { does: 'act', keys: ['Enter'] },
    { does: 'undo', keys: ['Backspace'] },
    { does: 'nextPage', keys: ['PageDown'] },
    { does: 'previousPage', keys: ['PageUp'] },
    { does: 'recall', keys: ['r'] },
    ...COMMON,
    { does: 'fullScreen', keys: ['f'] },
    { does: 'legend', keys: ['?'] },
  ],
  bump: [
    { does: 'select', keys: DIGITS },
    ...ARROWS,
    { does: 'act', keys: ['Enter', 'b', ' '] },
    { does: 'undo', keys: ['Backspace', 'u'] },
    { does: 'nextPage', keys: ['PageDown', 'n', '+'] },
    { does: 'previousPage', keys: ['PageUp', 'p', '-'] },
    { does: 'recall', keys: ['r', 'Home'] },
    ...COMMON,
    { does: 'fullScreen', keys: ['f'] },
    { does: 'legend', keys: ['?', 'h'] },
  ],
  direct: [
    { does: 'bump', keys: [...DIGITS, ...LETTERS] },
    ...ARROWS,
    { does: 'act', keys: ['Enter', ' '] },
    { does: 'undo', keys: ['Backspace', 'u'] },
    { does: 'nextPage', keys: ['PageDown', 'n', '+'] },
    { does: 'previousPage', keys: ['PageUp', 'p', '-'] },
    { does: 'recall', keys: ['r', 'Home'] },
    ...COMMON,
    { does: 'legend', keys: ['?'] },
  ],
};

/** Returns the action of a key and the index of its card on the page, from 0; null for a key without an action. */
export function actionOf(preset: KeyPreset, key: string): { does: KeyAction; place: number } | null {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const row = KEY_TABLE[preset].find(({ keys }) => keys.includes(name));
  return row ? { does: row.does, place: row.keys.indexOf(name) } : null;
}

/** Keys of the cards of a page, the first card's first. */
export function cardKeys(preset: KeyPreset): readonly string[] {
  return KEY_TABLE[preset].find(({ does }) => does === 'select' || does === 'bump')?.keys ?? [];
}

/** Centre of a card, in CSS pixels. */
type Point = { x: number; y: number };

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * Returns the index of the card that an arrow leads to. Left and right follow reading order; up and down go to the
 * nearest card of the next row. Returns `from` if there is no such card.
 */
export function neighbourOf(points: readonly Point[], from: number, direction: Direction): number {
  const here = points[from];
  if (!here) return 0;
  if (direction === 'left') return Math.max(0, from - 1);
  if (direction === 'right') return Math.min(points.length - 1, from + 1);
  const isBeyond = ({ y }: Point) => (direction === 'up' ? y < here.y - 1 : y > here.y + 1);
  const distance = ({ x, y }: Point) => Math.abs(y - here.y) * 1e4 + Math.abs(x - here.x);
  let nearest = from;
  for (const [index, point] of points.entries()) {
    if (!isBeyond(point)) continue;
    if (nearest === from || distance(point) < distance(points[nearest] ?? here)) nearest = index;
  }
  return nearest;
}
