const PATIENCE_MS = 8_000;

/**
 * Sends a request of a signed-in manager. Redirects to the sign-in page where the session has ended.
 * @returns null if no response arrived within `patienceMs`
 */
export async function fetchAsManager(
  path: string,
  { patienceMs, ...request }: RequestInit & { patienceMs: number },
): Promise<Response | null> {
  try {
    const response = await fetch(path, { cache: 'no-store', ...request, signal: AbortSignal.timeout(patienceMs) });
    if (response.status === 401 || (await isForScreen(response))) goToSignIn();
    return response;
  } catch {
    return null;
  }
}

/** Without a session, a device that is a screen too is answered as that screen. */
async function isForScreen(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const copy = response.clone();
  const body = (await copy.json().catch(() => null)) as { code?: unknown } | null;
  return body?.code === 'view';
}

/** Leads to the sign-in page, which says that the session has ended, and from there back to this page. */
export function goToSignIn(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/login?${new URLSearchParams({ next: here, ended: '' })}`);
}

/** The JSON object in a successful response; null if there is none. */
export async function objectIn(response: Response | null): Promise<object | null> {
  if (!response?.ok) return null;
  const body: unknown = await response.json().catch(() => null); // the connection may end within the body
  return typeof body === 'object' ? body : null;
}

/** What a manager reads: an object with this member. Null without one, within `patienceMs`. */
export async function readAsManager<Answer>(
  path: string,
  member: keyof Answer & string,
  patienceMs = PATIENCE_MS,
): Promise<Answer | null> {
  const body = await objectIn(await fetchAsManager(path, { patienceMs }));
  return body && member in body ? (body as Answer) : null;
}

/** The reply, or why there is none: the server's reason, or that it does not answer. */
export type Replied<Answer> =
  | { is: 'done'; answer: Answer }
  | { is: 'refused'; why: string; code: string | null }
  | { is: 'unreachable' };

/** Sends a manager's request, with a body as JSON if there is one. */
export async function sendAsManager<Answer>(
  path: string,
  method: 'GET' | 'POST',
  body?: object,
): Promise<Replied<Answer>> {
  const response = await fetchAsManager(path, {
    method,
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
    patienceMs: PATIENCE_MS,
  });
  const answer = (await response?.json().catch(() => null)) as object | null | undefined;
  if (!response || !answer) return { is: 'unreachable' };
  if (response.ok) return { is: 'done', answer: answer as Answer };
  const { detail, code } = answer as { detail?: unknown; code?: unknown };
  return { is: 'refused', why: String(detail), code: typeof code === 'string' ? code : null };
}
