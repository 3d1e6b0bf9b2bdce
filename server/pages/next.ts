import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import inject from 'light-my-request';
import type { Config } from '../config';
import { reply } from '../http/reply';
import { projectRoot } from '../storage/project-root';

/** Which pages the server shows: none (tools, tests), the built ones, or Next's development server. */
export type Pages = false | 'production' | 'development';

/** What Next answers to a request, complete and in memory. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
};

export type OpenPages = {
  /** Passes a request to Next as it is. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /**
   * Has Next answer a GET request for this path and query. A client that reads slowly does not delay it. Null unless
   * the pages are built.
   */
  render: ((url: string, headers: IncomingMessage['headers']) => Promise<RenderedPage>) | null;
  /** Paths of the scripts, styles and fonts of the built pages. */
  files: ReadonlySet<string>;
  /** Whether Next handles the upgrade of this path (hot reload in development). */
  takesUpgrade: (path: string) => boolean;
  /** Passes those upgrades of a server to Next. */
  attach: (server: Server) => void;
  /** The id of the build of these pages. */
  build: string;
  close: () => Promise<void>;
};

/** Passes the query to pages. A header of this name that the browser sent is overwritten. */
const QUERY_HEADER = 'x-heatlamp-query';

const NO_PAGES: OpenPages = {
  answer: async (_, response) =>
    reply(response, 404, { 'Content-Type': 'text/plain; charset=utf-8' }, 'This server shows no pages.\n'),
  render: null,
  files: new Set(),
  takesUpgrade: () => false,
  attach: () => {},
  build: 'none',
  close: async () => {},
};

export async function openPages(pages: Pages, { config }: { config: Config }): Promise<OpenPages> {
  if (pages === false) return NO_PAGES;
  const { default: next } = await import('next');
  // A separate server, because Next would listen to all upgrades of the real one and close those that it does not know.
  const httpServer = createServer();
  const dev = pages === 'development';
  const app = next({ dev, dir: projectRoot(), hostname: config.host, port: config.port, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  const takesUpgrade = (address: string) => dev && address.startsWith('/_next/');
  const folder = path.join(projectRoot(), '.next');
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // Next does not pass the query to layouts and the not-found page, and the language may be chosen there.
    request.headers[QUERY_HEADER] = request.url?.split('?')[1] ?? '';
    return handle(request, response);
  };
  return {
    answer,
    render: dev
      ? null
      : async (url, headers) => {
          const {
            statusCode,
            headers: sent,
            rawPayload,
          } = await inject(
            (request, response) =>
              void answer(request as unknown as IncomingMessage, response as unknown as ServerResponse),
            { method: 'GET', url, headers },
          );
          return { status: statusCode, headers: sent as RenderedPage['headers'], body: rawPayload };
        },
    files: dev ? new Set() : await filesOf(path.join(folder, 'static')),
    takesUpgrade,
    attach(server) {
      if (!dev) return;
      const upgrade = app.getUpgradeHandler();
      server.on('upgrade', (request, socket, head) => {
        if (takesUpgrade(request.url ?? '/')) void upgrade(request, socket, head);
      });
    },
    build: dev ? pages : (await readFile(path.join(folder, 'BUILD_ID'), 'utf8')).trim(),
    close: () => app.close(),
  };
}

async function filesOf(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(({ parentPath, name }) => {
      const parts = path.relative(folder, path.join(parentPath, name)).split(path.sep);
      return `/_next/static/${parts.map(encodeURIComponent).join('/')}`;
    }),
  );
}
