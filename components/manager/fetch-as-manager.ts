/**
 * Sends a request of a signed-in manager. Redirects to the sign-in page after 401.
 * @returns null if no response arrived within `patienceMs`
 */
export async function fetchAsManager(
  path: string,
  { patienceMs, ...request }: RequestInit & { patienceMs: number },
): Promise<Response | null> {
  try {
    const response = await fetch(path, { cache: 'no-store', ...request, signal: AbortSignal.timeout(patienceMs) });
    if (response.status === 401) {
      const here = `${window.location.pathname}${window.location.search}`;
      window.location.assign(`/login?${new URLSearchParams({ next: here })}`);
    }
    return response;
  } catch {
    return null;
  }
}

/** The JSON object in a successful response; null if there is none. */
export async function objectIn(response: Response | null): Promise<object | null> {
  if (!response?.ok) return null;
  const body: unknown = await response.json().catch(() => null); // the connection may end within the body
  return typeof body === 'object' ? body : null;
}
