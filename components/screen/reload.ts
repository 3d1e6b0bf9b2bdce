/**
 * Loads the page anew, if it is there to be loaded: a browser's error page, or a router's log-in page, is a blank wall
 * that never comes back by itself. Whether it did is only known where it did not.
 */
export async function reloadIfServed(): Promise<void> {
  try {
    const response = await fetch(window.location.href, { cache: 'no-store', signal: AbortSignal.timeout(4_000) });
    if (response.ok && (await response.text()).includes('/_next/static/')) window.location.reload();
  } catch {
    // No page there: the old one stays.
  }
}
