/**
 * Reloads the page if the server answers with it: a browser's error page or a router's log-in page would stay forever.
 * Returns only if it did not reload.
 */
export async function reloadIfServed(): Promise<void> {
  try {
    const response = await fetch(window.location.href, { cache: 'no-store', signal: AbortSignal.timeout(4_000) });
    if (response.ok && (await response.text()).includes('/_next/static/')) window.location.reload();
  } catch {
    // The page is not available, so the old one stays.
  }
}
