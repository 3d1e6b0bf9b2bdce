import type { Selection } from './selection';

/**
 * Memoizes a function of a selection, because a page needs several figures of the same courses. The result may depend
 * only on the courses and on what `select` compares. It is dropped together with the selection.
 */
export function memoize<Found>(find: (selection: Selection) => Found): (selection: Selection) => Found {
  const found = new WeakMap<Selection['parts'], Found>();
  return (selection) => {
    const known = found.get(selection.parts) ?? find(selection);
    found.set(selection.parts, known);
    return known;
  };
}
