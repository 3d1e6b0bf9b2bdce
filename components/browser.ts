import { useSyncExternalStore } from 'react';

/** Values that only the browser knows for sure, with the server's guess for hydration. */
export type Guess = { timeZone: string; origin: string };

const never = () => () => {};

/** The reader's time zone. */
export function useTimeZone(guess: string): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => guess,
  );
}

/** The origin under which the reader reached the server. */
export function useOrigin(guess: string): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => guess,
  );
}

/** The query of the page's address; empty during hydration, because pages for strangers are rendered without one. */
export function useQueryText(): string {
  return useSyncExternalStore(
    never,
    () => window.location.search,
    () => '',
  );
}

/** The query and the fragment of the page's address; empty during hydration. */
export function useAddress(): { search: string; hash: string } {
  const search = useQueryText();
  const hash = useSyncExternalStore(
    (listener) => listenTo(window, ['hashchange'], listener),
    () => window.location.hash,
    () => '',
  );
  return { search, hash };
}

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
