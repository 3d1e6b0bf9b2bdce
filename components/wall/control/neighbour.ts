/** Centre of a card, in CSS pixels. */
export type Point = { x: number; y: number };

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
