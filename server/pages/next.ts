import { readdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Config } from '../config';
import { reply } from '../http/reply';
import { projectRoot } from '../project-root';
import { createPageThread, type PageThread, type PageThreadDeps } from './page-thread';
import { buildId, DEVELOPMENT, prepareNext } from './prepare-next';

/** Which pages the server shows: none (tools, tests), the built ones, or Next's development server. */
export type Pages = false | 'production' | 'development';

export type OpenPages = {
  /** Answers a request in this thread, unless the pages are built. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Renders a built page in a thread of its own. A client that reads slowly does not delay it. */
  render: PageThread['render'] | null;
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

type PagesDeps = { config: Config } & Omit<PageThreadDeps, 'address'>;

/** Built pages are rendered by a thread that starts with the first of them. */
export async function openPages(pages: Pages, deps: PagesDeps): Promise<OpenPages> {
  if (pages === false) return NO_PAGES;
  return pages === 'development' ? openDevelopment(deps) : openBuilt(deps);
}

async function openBuilt({ config: { host, port }, ...deps }: PagesDeps): Promise<OpenPages> {
  const build = buildId();
  const files = await filesOf(path.join(projectRoot(), '.next', 'static'));
  const { render, close } = createPageThread({ ...deps, address: { host, port } });
  return { ...NO_PAGES, render, files, build, close };
}

async function openDevelopment({ config }: PagesDeps): Promise<OpenPages> {
  const { answer, upgrade, close } = await prepareNext(true, config);
  const takesUpgrade = (address: string) => address.startsWith('/_next/');
  return {
    ...NO_PAGES,
    answer,
    takesUpgrade,
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (takesUpgrade(request.url ?? '/')) void upgrade(request, socket, head);
      });
    },
    build: DEVELOPMENT,
    close,
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
