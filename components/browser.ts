import { useSyncExternalStore } from 'react';

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
