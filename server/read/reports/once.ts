import type { Selection } from './selection';

/**
 * Finds something of a selection once: a page asks several things of the same courses. It may depend on the courses and
 * on what `select` compares, no more, and goes when the selection is no longer remembered.
 */
export function onceOf<Found>(find: (selection: Selection) => Found): (selection: Selection) => Found {
  const found = new WeakMap<Selection['parts'], Found>();
  return (selection) => {
    const known = found.get(selection.parts) ?? find(selection);
    found.set(selection.parts, known);
    return known;
  };
}
