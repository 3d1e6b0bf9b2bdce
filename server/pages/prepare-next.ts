import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { IS_RELEASE } from '../../lib/release';
import { CannotStart } from '../cannot-start';
import type { Config } from '../config';
import { projectRoot } from '../project-root';

/** What Next's development server has in place of the id of a build. */
export const DEVELOPMENT = 'development';

/** Next, ready to answer. */
type PreparedNext = {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
  close: () => Promise<void>;
};

/** Pass the address and the id of the build to pages. Headers of these names that the browser sent are overwritten. */
const PATH_HEADER = 'x-heatlamp-path';
const QUERY_HEADER = 'x-heatlamp-query';
const BUILD_HEADER = 'x-heatlamp-build';

export async function prepareNext(dev: boolean, { host, port }: Pick<Config, 'host' | 'port'>): Promise<PreparedNext> {
  if (!dev) setBuiltConfig();
  const { default: next } = await import('next');
  // A separate server, because Next would listen to all upgrades of the real one and close those that it does not know.
  const app = next({ dev, dir: projectRoot(), hostname: host, port, httpServer: createServer() });
  await app.prepare();
  const build = dev ? DEVELOPMENT : buildId();
  const handle = app.getRequestHandler();
  return {
    answer(request, response) {
      // Next passes no address to layouts and the not-found page: the title depends on its path, the language on its
      // query.
      const [path = '', query = ''] = request.url?.split('?') ?? [];
      request.headers[PATH_HEADER] = path;
      request.headers[QUERY_HEADER] = query;
      request.headers[BUILD_HEADER] = build;
      return handle(request, response);
    },
    upgrade: app.getUpgradeHandler(),
    close: () => app.close(),
  };
}

/** A release has no next.config.js: Next takes the configuration that the pages were built with from this variable. */
function setBuiltConfig(): void {
  if (!IS_RELEASE) return;
  const file = path.join(projectRoot(), '.next', 'required-server-files.json');
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')).config);
}

/** The id of the build of the pages. @throws CannotStart if they are not built */
export function buildId(): string {
  try {
    return readFileSync(path.join(projectRoot(), '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    throw new CannotStart('the pages are not built: start it with npm start, which builds them');
  }
}
