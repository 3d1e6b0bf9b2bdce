// Apart from `browser.ts`, because the kitchen page needs none of this.
import { useSyncExternalStore } from 'react';
import { listenTo } from './browser';

const never = () => () => {};

/** The reader's time zone; the server's guess during hydration. */
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

/** Whether an address only works on the machine itself: useless in the settings of a POS elsewhere. */
export function isLoopback(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}
