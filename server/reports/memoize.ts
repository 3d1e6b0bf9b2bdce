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

/** Memoizes a function of a selection and a key, by both. */
export function memoizeBy<Key, Found>(
  find: (selection: Selection, key: Key) => Found,
): (selection: Selection, key: Key) => Found {
  const foundIn = memoize(() => new Map<Key, Found>());
  return (selection, key) => {
    const found = foundIn(selection);
    const known = found.get(key) ?? find(selection, key);
    found.set(key, known);
    return known;
  };
}
