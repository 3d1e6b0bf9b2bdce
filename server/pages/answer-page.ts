import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { createConcurrencyLimit } from '../../lib/concurrency-limit';
import { deviceLanguages, languageIn, languageOf } from '../../lib/language';
import { loginAddress } from '../../lib/login-address';
import { START_AGAIN } from '../../lib/start-again';
import { reply, replyJson } from '../http/reply';
import { screenCookie } from '../session/screen-token';
import type { OpenPages } from './next';
import { PagesAway, type RenderedPage } from './page-thread';

/**
 * Styles may be inline, because React writes style attributes. A page of this server may show another in a frame.
 * Scripts are those of the build, and those that Next, React and a screen write into the page, each by its hash.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
];

const INLINE_SCRIPT = /<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi;
/** How the scripts of Next, its bundler and React begin. Another one in a page is not ours, and gets no hash. */
const OURS =
  /^(?:\(?globalThis\["TURBOPACK"\]|\(?self\.__next_\w+|\$R[A-Z]\b|requestAnimationFrame\(function\(\)\{\$R)/;

const gzip = promisify(gzipWithCallback);

/** Pages that anybody may open. They show nothing of a branch, so everyone without access gets the same bytes. */
const OPEN_PAGES: ReadonlySet<string> = new Set([
  '/',
  '/kitchen',
  '/pass',
  '/ready',
  '/tables',
  '/pickup',
  '/login',
  '/pair',
  '/setup',
]);
/** Files for everybody beside those of the build. */
const OPEN_FILES: ReadonlySet<string> = new Set([
  '/icon.svg',
  '/manifest.webmanifest',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/apple-touch-icon.png',
  '/worker.js',
]);
const MANAGER_PAGE = /^\/manager(?:\/|$)/;
/** The home page says when the last delivery arrived. In ms. */
const HOME_FRESH_MS = 2_000;
/** One page of a manager and one of a screen are rendered at a time, so that no report delays a screen. */
const RENDERED = { atOnce: 1, waiting: 50 };
const MIN_COMPRESSED_BYTES = 1_000;

type Stored = RenderedPage & { gzipped: Buffer | null; etag: string; at: number };

/** A device with the cookie of a session, or of a paired screen, whose token it has. */
export type KnownDevice = { screenToken: string | null };

type PageDeps = {
  pages: Pick<OpenPages, 'answer' | 'render' | 'files'>;
  /** The device that sent a request; null for a stranger. */
  recognise: (request: IncomingMessage) => Promise<KnownDevice | null>;
  /** Whether it may lack what other nodes have changed about managers. */
  isCutOff: () => boolean;
  /** Notes who asked for which page. Call it once the device is recognised. */
  noteView: (request: IncomingMessage, url: URL) => void;
  /** Resolves when everything that was acknowledged is readable. */
  committed: () => Promise<unknown>;
  /** Origin of the addresses that pages show to strangers until a browser replaces it by its own. */
  origin: URL;
  /** Whether the browser that sent a request uses https. */
  isHttps: (request: IncomingMessage) => boolean;
  /** Ms on a monotonic clock. */
  monotonicNow: () => number;
};

/**
 * Answers requests for pages. A page is rendered for a paired screen or a session only, at most two at a time. Anybody
 * else gets pages from memory: each was rendered once, in each language, without any cookie or query, so that strangers
 * cannot make the server render. Files are the same for everyone.
 */
export function createPageAnswers(deps: PageDeps) {
  const { pages, recognise, isCutOff, noteView, committed, origin, isHttps, monotonicNow } = deps;
  const { render: renderPage } = pages;
  type Asked = Parameters<NonNullable<typeof renderPage>>;
  const render = renderPage && (async (...asked: Asked) => withPolicy(await renderPage(...asked)));
  const storedPage = render && createPageStore(render, origin, monotonicNow);
  const limits = { manager: createConcurrencyLimit(RENDERED), screen: createConcurrencyLimit(RENDERED) };

  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return replyJson(
        response,
        405,
        { error: { code: 'METHOD_NOT_ALLOWED', message: 'Pages answer GET and HEAD only.' } },
        { Allow: 'GET, HEAD' },
      );
    if (!render || !storedPage) {
      noteView(request, url);
      return pages.answer(request, response);
    }
    const { pathname } = url;
    // Before the cookie of a screen is renewed: a cache may keep a file, and give it to others.
    if (pages.files.has(pathname) || OPEN_FILES.has(pathname))
      return sendStored(request, response, await storedPage(pathname, pathname, {}, Number.POSITIVE_INFINITY));

    const known = await recognise(request);
    if (known) await committed();
    const isOfManagers = MANAGER_PAGE.test(pathname);
    if (isOfManagers && isCutOff())
      return replyUnavailable(response, 'This server does not reach the database, which other servers use');
    if (known) {
      noteView(request, url);
      const { 'accept-encoding': _, host = origin.host, ...sent } = request.headers;
      const headers = { ...sent, ...headersOf(host, isHttps(request)) };
      const limit = limits[isOfManagers ? 'manager' : 'screen'];
      // Not as it was sent: with a backslash in it, the page might be another one than the one noted here.
      const page = await limit.run(() => render({ url: `${pathname}${url.search}`, headers }));
      if (!page) return replyUnavailable(response, 'Heatlamp is busy: too many pages are waiting');
      // Otherwise a screen would have to be paired again after a year.
      const renewed =
        known.screenToken === null ? {} : { 'Set-Cookie': screenCookie(known.screenToken, isHttps(request)) };
      return send(request, response, page, takesGzip(request) ? await gzipped(page) : null, renewed);
    }
    if (isOfManagers) {
      return reply(response, 307, { Location: loginAddress(pathname, url.searchParams) }, '');
    }
    const chosen = languageIn(url.searchParams);
    const language = languageOf(chosen, deviceLanguages(request.headers['accept-language'], request.headers.cookie));
    const page = OPEN_PAGES.has(pathname) ? pathname : '/not-found';
    const address = chosen ? `${page}?lang=${chosen}` : page;
    const freshMs = page === '/' ? HOME_FRESH_MS : Number.POSITIVE_INFINITY;
    const headers = { 'accept-language': language };
    return sendStored(request, response, await storedPage(`${language} ${address}`, address, headers, freshMs));
  };

  return (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> =>
    answer(request, response, url).catch((error: unknown) => {
      if (!(error instanceof PagesAway)) throw error;
      replyUnavailable(
        response,
        'The part of Heatlamp that makes pages is being started again; orders arrive meanwhile',
      );
    });
}

type Render = NonNullable<PageDeps['pages']['render']>;

/** Returns a function for the page of an address: from memory if it was rendered at most `freshMs` before. */
function createPageStore(render: Render, origin: URL, monotonicNow: () => number) {
  /** Keys are bounded: known pages in each language, and files. */
  const stored = new Map<string, Promise<Stored>>();

  const renderToStore = async (url: string, headers: IncomingHttpHeaders): Promise<Stored> => {
    const page = await render({
      url,
      headers: { ...headers, ...headersOf(origin.host, origin.protocol === 'https:') },
    });
    const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 27)}"`;
    return { ...page, gzipped: await gzipped(page), etag, at: monotonicNow() };
  };

  return async (key: string, url: string, headers: IncomingHttpHeaders, freshMs: number): Promise<Stored> => {
    const before = await stored.get(key);
    if (before && monotonicNow() - before.at < freshMs) return before;
    const rendering = renderToStore(url, headers);
    stored.set(key, rendering);
    const forget = () => stored.delete(key);
    // What failed is tried again at the next request.
    rendering.then(({ status }) => status >= 500 && forget(), forget);
    return rendering;
  };
}

/** Null for a page that is too small to be compressed. */
async function gzipped({ body }: RenderedPage): Promise<Buffer | null> {
  return body.length < MIN_COMPRESSED_BYTES ? null : gzip(body);
}

/** What a page learns of its own address. Pages do not know which proxies may say so. */
function headersOf(host: string, isHttps: boolean): IncomingHttpHeaders {
  return { host, 'x-forwarded-host': host, 'x-forwarded-proto': isHttps ? 'https' : 'http' };
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(String(headers['accept-encoding'] ?? ''));
}

function sendStored(request: IncomingMessage, response: ServerResponse, page: Stored): void {
  const isImmutable = String(page.headers['cache-control']).includes('immutable');
  const vary = [page.headers['vary'] ?? [], 'Cookie', 'Accept-Language'].flat().join(', ');
  const headers = {
    ETag: page.etag,
    // Browsers keep a page of a stranger, and ask each time whether it is still the same.
    ...(isImmutable ? {} : { 'Cache-Control': 'no-cache', Vary: vary }),
  };
  const isSame = page.status === 200 && request.headers['if-none-match']?.includes(page.etag);
  if (isSame) send(request, response, { ...page, status: 304, body: Buffer.alloc(0) }, null, headers);
  else send(request, response, page, takesGzip(request) ? page.gzipped : null, headers);
}

/** Headers of the connection, which do not belong to a page. */
const OF_CONNECTION = /^(?:connection|keep-alive|transfer-encoding|date|content-length|content-encoding|etag)$/i;

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: RenderedPage,
  gzipped: Buffer | null,
  more: Record<string, string>,
): void {
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of Object.entries(headers)) if (!OF_CONNECTION.test(name)) response.setHeader(name, value);
  for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
  const bytes = gzipped ?? body;
  if (gzipped) response.setHeader('Content-Encoding', 'gzip');
  if (status !== 304) response.setHeader('Content-Length', bytes.length);
  response.writeHead(status);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function replyUnavailable(response: ServerResponse, reason: string): void {
  // Browsers ignore `Retry-After`, and a wall may have no keyboard to load its page again.
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1', Refresh: '5' };
  reply(response, 503, headers, `${reason}. Try again in a moment.\n`);
}

/** A page with the policy that its browser enforces. Other documents are returned as they are. */
function withPolicy(page: RenderedPage): RenderedPage {
  if (!String(page.headers['content-type']).startsWith('text/html')) return page;
  const scripts = [...new TextDecoder().decode(page.body).matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
  const hashes = scripts.filter((script) => script === START_AGAIN || OURS.test(script)).map(hashOf);
  const policy = [...POLICY, ["script-src 'self'", ...new Set(hashes)].join(' ')].join('; ');
  return { ...page, headers: { ...page.headers, 'content-security-policy': policy } };
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
