import { useSyncExternalStore } from 'react';

/** What only the browser knows for sure, and what the server took it for when it rendered the page. */
export type Guess = { timeZone: string; origin: string };

const never = () => () => {};

/** The reader's own time zone. */
export function useTimeZone(guess: string): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => guess,
  );
}

/** The address under which the reader reached the server. */
export function useOrigin(guess: string): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => guess,
  );
}

/** False where the device knows that it has no network at all; true says little. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => listenTo(window, ['online', 'offline'], listener),
    () => navigator.onLine,
    () => true,
  );
}

/** Returns the release. */
export function listenTo(target: EventTarget, events: string[], listener: () => void): () => void {
  for (const event of events) target.addEventListener(event, listener);
  return () => {
    for (const event of events) target.removeEventListener(event, listener);
  };
}
