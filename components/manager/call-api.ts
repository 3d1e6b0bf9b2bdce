import type { Api } from '../../contract/api';

const READ_WITHIN_MS = 8_000;
/** What was not answered may have happened, so a busy server has more time. It hashes passwords two at a time. */
const CHANGE_WITHIN_MS = 30_000;

/** The reply and its time (epoch ms by the server's clock), or why there is none. */
export type Replied<Answer> = { is: 'done'; answer: Answer; at: number } | Refusal;

export type Refusal =
  | {
      is: 'refused';
      status: number;
      /** The server's reason in words, and its name (docs/contract.md); null without one. */
      why: string;
      code: string | null;
      /** How long to wait before the next attempt; null if the server does not say. */
      waitSeconds: number | null;
    }
  | { is: 'unreachable' };

/** A reply and its time: epoch ms by the server's clock. */
export type Timed<Answer> = { answer: Answer; at: number };

type Parameters = Readonly<Record<string, string | number | null | undefined>>;
/**
 * `query`: parameters in the path and of the query; null and undefined are left out. It gives up after 8 s, or after
 * 30 s if it changes something, unless `withinMs` says otherwise.
 */
export type Request<Route extends keyof Api> = { query?: Parameters; withinMs?: number } & Pick<Api[Route], 'body'>;

/** Sends a request of a manager's page, and leads to the sign-in where the session has ended. */
export async function callApi<Route extends keyof Api>(
  route: Route,
  { query = {}, body, withinMs }: Request<Route>,
): Promise<Replied<Api[Route]['reply']>> {
  const [method = '', path = ''] = route.split(' ');
  const patienceMs = withinMs ?? (method === 'GET' ? READ_WITHIN_MS : CHANGE_WITHIN_MS);
  try {
    const response = await fetch(addressOf(path, query), {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
      ...(method === 'GET'
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
    });
    const answer: unknown = await response.json();
    const date = Date.parse(response.headers.get('date') ?? '');
    if (typeof answer !== 'object' || answer === null) return { is: 'unreachable' };
    if (response.ok) return { is: 'done', answer: answer as Api[Route]['reply'], at: date };
    const { detail, code } = answer as { detail?: unknown; code?: unknown };
    if (isSignedOut(path, response.status, code)) goToSignIn();
    return {
      is: 'refused',
      status: response.status,
      why: String(detail),
      code: typeof code === 'string' ? code : null,
      waitSeconds: Number(response.headers.get('retry-after')) || null,
    };
  } catch {
    // No answer in time, or the page of a proxy or of a guest network.
    return { is: 'unreachable' };
  }
}

/** What a page reads again and again; null without an answer: the age of the shown data then reveals the failure. */
export async function readApi<Route extends keyof Api>(
  route: Route,
  request: Request<Route>,
): Promise<Api[Route]['reply'] | null> {
  return (await readTimed(route, request))?.answer ?? null;
}

/** The same, with its time. */
export async function readTimed<Route extends keyof Api>(
  route: Route,
  request: Request<Route>,
): Promise<Timed<Api[Route]['reply']> | null> {
  const replied = await callApi(route, request);
  return replied.is === 'done' ? replied : null;
}

function addressOf(path: string, query: Parameters): string {
  const rest = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    if (filled.includes(`/:${name}`)) filled = filled.replace(`:${name}`, encodeURIComponent(value));
    else rest.set(name, String(value));
  }
  const text = rest.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Without a session, a device that is a screen too is answered as that screen. A sign-in is answered 401 if it is wrong. */
function isSignedOut(path: string, status: number, code: unknown): boolean {
  if (path.startsWith('/api/auth/')) return code === 'no-session';
  return status === 401 || (status === 403 && code === 'view');
}

/** Leads to the sign-in page, which says that the session has ended, and from there back to this page. */
function goToSignIn(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/login?${new URLSearchParams({ next: here, ended: '' })}`);
}
