import type { MouseEvent } from 'react';

/**
 * A click handler that ignores the second click of a double tap: by then the button may do something else, or another row
 * is under the finger. Keys and screen readers count no clicks.
 */
export function firstClick(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail <= 1) act();
  };
}
