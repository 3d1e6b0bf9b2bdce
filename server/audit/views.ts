import type { IncomingMessage } from 'node:http';
import type { ViewAction } from '../../contract/constants';
import { decodeEscapes } from '../../lib/text';
import type { Config } from '../config';
import { addressOf } from '../http/peer';
import { type People, sessionFromCookies } from '../people/people';
import type { Author, NewEntry, View } from './entry';

/** Parameters that do not change what a list is about: its pages are one view. */
const OF_PAGING = ['cursor', 'limit', 'lang', '_rsc', 'branch'];

/** The entry for a request whose reply has names of guests. */
export function viewEntry(action: ViewAction, author: Author, url: URL): Author & View {
  const query = new URLSearchParams(url.searchParams);
  for (const name of OF_PAGING) query.delete(name);
  query.sort();
  const id = /\/deliveries\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  if (id !== undefined && url.pathname.startsWith('/api/')) query.set('id', id);
  const branch = url.searchParams.get('branch') ?? '';
  return { ...author, action, branch: /^\d{1,9}$/.test(branch) ? Number(branch) : null, query: query.toString() };
}

type PageViewDeps = {
  people: () => People;
  sessionSecret: string;
  now: () => number;
  config: Pick<Config, 'trustProxy' | 'publicUrl'>;
};

/** The entry for a manager's request for a page with names of guests; null for other pages. */
export function pageViewEntry(request: IncomingMessage, url: URL, deps: PageViewDeps): NewEntry | null {
  const action = pageAction(url.pathname);
  const manager = action && sessionFromCookies(request.headers.cookie, deps)?.manager;
  if (!action || !manager) return null;
  const author = { by: manager.name, via: 'page', address: addressOf(request, deps.config) } as const;
  const entry = viewEntry(action, author, url);
  // In place of a branch that is not theirs, the page shows one that is.
  const isTheirs = manager.branches === null || manager.branches.includes(entry.branch ?? -1);
  return isTheirs ? entry : { ...entry, branch: null };
}

/** Next also serves paths with encoded characters, and more behind them. */
function pageAction(pathname: string): ViewAction | null {
  const path = decodeEscapes(pathname);
  if (/^\/+manager\/+deliveries/.test(path)) return 'deliveries';
  if (/^\/+manager\/+history\/+course/.test(path)) return 'course';
  return /^\/+manager\/+history/.test(path) ? 'history' : null;
}
