import type { MouseEvent } from 'react';

/**
 * A click handler that ignores all clicks of a multiple tap except the first: by then the button may do something else, or
 * another row is under the finger. `detail` is the number of the click; it is 0 for a key or a screen reader.
 */
export function firstClick(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail <= 1) act();
  };
}
