import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Config } from '../config';
import { reply } from '../http/reply';
import { projectRoot } from '../storage/project-root';

/** Which pages the server shows: none (tools, tests), the built ones, or Next's development server. */
export type Pages = false | 'production' | 'development';

export type OpenPages = {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
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
  return {
    answer(request, response) {
      // Next does not pass the query to layouts and the not-found page, and the language may be chosen there.
      request.headers[QUERY_HEADER] = request.url?.split('?')[1] ?? '';
      return handle(request, response);
    },
    takesUpgrade,
    attach(server) {
      if (!dev) return;
      const upgrade = app.getUpgradeHandler();
      server.on('upgrade', (request, socket, head) => {
        if (takesUpgrade(request.url ?? '/')) void upgrade(request, socket, head);
      });
    },
    build:
      pages === 'production' ? (await readFile(path.join(projectRoot(), '.next', 'BUILD_ID'), 'utf8')).trim() : pages,
    close: () => app.close(),
  };
}
