import { type MouseEvent, useSyncExternalStore } from 'react';

/** False if the device has no network at all; true means little. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => listenTo(window, ['online', 'offline'], listener),
    () => navigator.onLine,
    () => true,
  );
}

/** Returns the function that unsubscribes. */
export function listenTo(target: EventTarget, events: string[], listener: () => void): () => void {
  for (const event of events) target.addEventListener(event, listener);
  return () => {
    for (const event of events) target.removeEventListener(event, listener);
  };
}

/**
 * A click handler that ignores all clicks of a multiple tap except the first: by then the button may do something else, or
 * another row is under the finger. `detail` is the number of the click; it is 0 for a key or a screen reader.
 */
export function firstClick(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail <= 1) act();
  };
}
