import type { IncomingMessage, ServerResponse } from 'node:http';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { viewEntry } from '../audit/views';
import type { Core } from '../core';
import { createExports } from '../http/exports';
import { isOwnOrigin } from '../http/own-addresses';
import { Problem, reply, replyJson, replyProblem } from '../http/reply';
import type { Sql } from '../storage/database';
import { shortOf, Unwritable } from '../storage/failure';
import { authorOf, CUT_OFF, viewerOf } from './access';
import { createAuthRoutes } from './auth';
import { boardEndpoints } from './board';
import { courseEndpoints } from './courses';
import { deliveryEndpoints } from './deliveries';
import { type ApiDeps, answered, bodyOf, type Endpoint, readJson, readQuery } from './endpoint';
import { managerEndpoints } from './managers';
import { openApi } from './open-api';
import { pair, pairingEndpoints, startPairing } from './pairings';
import { screenEndpoints } from './screens';
import { setUpEndpoints } from './set-up';
import { settingEndpoints } from './settings';
import type { Route } from './sign-in-parts';
import { subscriptionEndpoints } from './subscriptions';
import { summaryEndpoints } from './summary';
import { systemEndpoints } from './system';

export const ENDPOINTS: readonly Endpoint[] = [
  ...boardEndpoints,
  ...courseEndpoints,
  ...deliveryEndpoints,
  ...managerEndpoints,
  ...pairingEndpoints,
  ...screenEndpoints,
  ...setUpEndpoints,
  ...settingEndpoints,
  ...subscriptionEndpoints,
  ...summaryEndpoints,
  ...systemEndpoints,
];

type ApiHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

const TOO_MANY = new Problem(429, 'This device sent too many requests. Try again in a moment.', {
  headers: { Connection: 'close', 'Retry-After': '1' },
  code: 'unavailable',
});

type Handler = { endpoint: Endpoint } | { route: Route };

/** Answers everything under /api/. `build` is the build id of the server's pages. Errors are RFC 9457 problems. */
export function createApi(core: Core, build: string): ApiHandler {
  const deps: ApiDeps = { ...core, build, exports: createExports() };
  const router = findMyWay<never>({ ignoreTrailingSlash: true });
  for (const endpoint of ENDPOINTS) router.on(endpoint.method as HTTPMethod, endpoint.path, () => {}, { endpoint });
  for (const route of openRoutes(deps)) router.on(route.method, route.path, () => {}, { route });

  return async (request, response, url) => {
    try {
      const found = findRoute(router, request.method ?? 'GET', url.pathname);
      if (found === null) throw notFound(router, url.pathname);
      if ('route' in found.handler) {
        const { route } = found.handler;
        // These answer from memory, which is old then.
        if (route.path !== DESCRIPTION_PATH && core.follower.isCutOff()) throw CUT_OFF;
        return await route.answer(request, response);
      }
      await answer(deps, found.handler.endpoint, found.params, request, response, url);
    } catch (error) {
      // Another node may have paired the sender, or changed what it may see: it tries again, and may then come to that one.
      if (error instanceof Problem && isRefusal(error) && core.follower.isCutOff())
        return replyProblem(response, CUT_OFF);
      if (error instanceof Problem) return replyProblem(response, error);
      if (error instanceof Unwritable) {
        return replyProblem(
          response,
          new Problem(503, 'The database cannot be written now. Try again later.', { code: 'unavailable' }),
        );
      }
      deps.log.warn({ path: url.pathname, error: shortOf(error) }, 'a request could not be handled');
      replyProblem(response, new Problem(500, 'An internal error occurred: see the log.'));
      if (!response.writableEnded) response.destroy();
    }
  };
}

const DESCRIPTION_PATH = '/api/v1/openapi.json';
/** The OpenAPI description, which takes some 30 ms: it is written when somebody first asks for it. */
let description: string | null = null;

/** The routes that check access themselves, or that are open to everyone. */
export function openRoutes(deps: Core): Route[] {
  return [
    {
      method: 'GET',
      path: DESCRIPTION_PATH,
      async answer(_, response) {
        description ??= JSON.stringify(openApi(ENDPOINTS));
        reply(response, 200, { 'Content-Type': 'application/json' }, description);
      },
    },
    { method: 'POST', path: '/api/v1/pair', answer: (request, response) => pair(deps, request, response) },
    { method: 'POST', path: '/api/v1/pairings', answer: (request, response) => startPairing(deps, request, response) },
    ...createAuthRoutes(deps),
  ];
}

async function answer(
  deps: ApiDeps,
  endpoint: Endpoint,
  params: Record<string, string | undefined>,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) {
  // A page of another origin could make the browser send the screen's cookie.
  if (endpoint.method !== 'GET' && !isOwnOrigin(request, deps.config))
    throw new Problem(403, 'Only a page of this server may send this request.');
  const asked = requestedBranch(url);
  // Others may have taken from the sender what this node still allows.
  const identify = async () => {
    if (deps.follower.isCutOff()) throw CUT_OFF;
    return viewerOf(request, deps, endpoint, asked);
  };
  let viewer = await identify();
  const device = viewer.screen ? viewer.screen.tokenHash : viewer.manager.id;
  if (!deps.takeFromDevice(device, endpoint.messages ?? 0)) throw TOO_MANY;
  const query = readQuery(endpoint, url, params);
  let body: unknown = null;
  if (endpoint.body) {
    const bytes = await bodyOf(request);
    // The body may have taken long, and the access may have ended meanwhile.
    viewer = await identify();
    body = readJson(endpoint.body, bytes);
  }
  // A change of the configuration waits for its turn, in which the sender may have less access than before.
  const current = viewer;
  const author = authorOf(viewer, request, deps);
  async function lockConfig(sql: Sql): Promise<void> {
    await deps.lockConfig(sql);
    Object.assign(current, await identify());
  }
  // Only what is shown counts as viewed, not what the endpoint refuses.
  function noteView(): void {
    if (endpoint.viewed) deps.audit.count(viewEntry(endpoint.viewed, author, url));
  }
  const input = { deps: { ...deps, lockConfig }, viewer, author, query: query as never, body: body as never };
  const result = await endpoint.handle({ ...input, request, response, noteView });
  if (result === answered) return;
  noteView();
  replyJson(response, 200, result);
}

function isRefusal({ status }: Problem): boolean {
  return status === 401 || status === 403;
}

/** The branch in the query; null if it is missing or invalid, which is reported when the whole query is parsed. */
function requestedBranch(url: URL): number | null {
  const text = url.searchParams.get('branch') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

type Match = { handler: Handler; params: Record<string, string | undefined> };

/** The route of a request. That of GET answers HEAD too: Node then sends no body. */
function findRoute(router: ReturnType<typeof findMyWay>, method: string, path: string): Match | null {
  try {
    const match = router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, path);
    return match && { handler: match.store as Handler, params: match.params };
  } catch {
    return null;
  }
}

function notFound(router: ReturnType<typeof findMyWay>, path: string): Problem {
  const methods = (['GET', 'HEAD', 'POST'] as const).filter((method) => findRoute(router, method, path) !== null);
  if (methods.length === 0)
    return new Problem(404, `There is no path ${path.slice(0, 200)}; see /api/v1/openapi.json.`);
  return new Problem(405, `${path.slice(0, 200)} accepts only ${methods.join(', ')}.`, {
    headers: { Allow: methods.join(', ') },
  });
}
