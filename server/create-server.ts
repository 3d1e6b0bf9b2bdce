import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { REFUSALS } from '../contract/constants';
import { decodeEscapes } from '../lib/text';
import { createUsedSecrets } from './administration/subscriptions';
import { bearerToken, seesAll } from './api/access';
import { createApi } from './api/api';
import { listPeople } from './api/managers';
import { listRefusals, readSetUp } from './api/set-up';
import { listSubscriptions } from './api/subscriptions';
import { pageViewEntry } from './audit/views';
import { lastBackup } from './backup/backups';
import { branchNowOf } from './board/read-board';
import { type CommandName, runCommand } from './cli/commands';
import { openControl } from './cli/control';
import { type Core, openCore } from './core';
import { createMetrics, type Metrics } from './health/metrics';
import { answerMetrics, isFromThisMachine } from './health/metrics-route';
import { readinessOf } from './health/readiness';
import { createHostCheck, type FindForeignHost, replyMisdirected } from './http/allowed-hosts';
import { createBoundedServer, declineUpgrades } from './http/bounded-server';
import { reachableOrigins } from './http/own-addresses';
import { isHttps } from './http/peer';
import { Problem, replyJson, replyLater, replyProblem } from './http/reply';
import type { QueueState } from './intake/write-queue';
import { openHub } from './live/hub';
import { liveOf } from './live/live-branches';
import { openSocketAdapter } from './live/node-sockets';
import type { CoreDeps } from './open-data';
import { createPageAnswers, type KnownDevice } from './pages/answer-page';
import { loadAnswer } from './pages/load-answer';
import { type OpenPages, openPages, type Pages } from './pages/next';
import { type PageServer, setPageServer } from './pages/page-server';
import { hasOwner, sessionFromCookies } from './people/people';
import { fleetOf } from './screens/fleet';
import { isDevice } from './screens/screens';
import { cookieToken, hashToken } from './session/screen-token';
import { sessionToken } from './session/session-cookie';
import { provisionalBranches } from './settings/branches';
import { createWebhookHandler } from './webhooks/receive';
import { replyTryAgain } from './webhooks/refusals';

type RouterDeps = {
  pages: OpenPages;
  metrics: Metrics;
  findForeignHost: FindForeignHost;
  /** Whether the server is closing, so that connections must not be used again. */
  isStopping: () => boolean;
};

/**
 * Any prefix is accepted: in the POS's back office only the base of the address is configured (pos-interface, section
 * 1).
 */
const WEBHOOK_PATH = /(?:^|\/)webhooks\/([^/]+)\/?$/;

/** What a health check of this machine asks for. */
const CHECKS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const TOO_MANY_REQUESTS = new Problem(429, REFUSALS.TOO_MANY, {
  headers: { Connection: 'close', 'Retry-After': '1' },
});

export type Heatlamp = {
  /** The caller makes it listen. */
  server: Server;
  core: Core;
  /** Runs a command of the command line. @throws Error with a message for the user */
  command: (name: CommandName, input?: unknown) => Promise<unknown>;
  /** Stops accepting requests, finishes those that were read, and closes everything. */
  close: () => Promise<void>;
};

/** The prefix that Socket.IO accepts. Other upgrades are declined, because they would stay open forever. */
const SOCKETS_PATH = '/socket.io/';

/** Builds the whole server on a data folder, without listening. @throws CannotStart */
export async function createServer(deps: CoreDeps, options: { pages: Pages }): Promise<Heatlamp> {
  const core = await openCore(deps);
  const { config, log, heartbeat } = core;
  const pageServer = createPageServer(core);
  setPageServer(pageServer);
  const pages = await openPages(options.pages, {
    config,
    log,
    server: pageServer,
  });
  const findForeignHost = createHostCheck(config, () => performance.now());
  const control = await openControl(core);
  const metrics = createMetrics(core);
  let isStopping = false;

  const router = createRouter(core, { pages, metrics, findForeignHost, isStopping: () => isStopping });
  const http = createBoundedServer(core, router);
  const { server } = http;
  declineUpgrades(server, (path) => path.startsWith(SOCKETS_PATH) || pages.takesUpgrade(path));
  pages.attach(server);
  server.on('listening', heartbeat.begin);
  const sockets = config.databaseUrl === null ? null : await openSocketAdapter(config.databaseUrl);
  const hub = openHub({ ...core, adapter: sockets?.adapter ?? null, findForeignHost }, server, pages.build);

  return {
    server,
    core,
    async command(name, input = {}) {
      const answer = await runCommand({ deps: core, refusals: core.refusals.list }, name, input);
      if (!answer.ok) throw new Error(answer.message);
      return answer.result;
    },
    async close() {
      isStopping = true;
      metrics.close();
      const stoppedAt = core.now();
      hub.close();
      await http.close();
      await sockets?.close();
      await control.close();
      await pages.close();
      await heartbeat.end(stoppedAt);
      await core.close();
    },
  };
}

/** The parts of the server that pages may use. */
function createPageServer(core: Core): PageServer {
  return {
    read: core.reader.read,
    now: async () => core.now(),
    branchNows: async (branches) => branches.map((branch) => branchNowOf(core, branch)),
    signedIn: async (cookies) => sessionFromCookies(cookies, core)?.manager ?? null,
    hasOwner: async () => hasOwner(core.people()),
    hasBackup: async () => core.config.databaseUrl !== null || (await lastBackup(core.config.dataDir)) !== null,
    isScreen: async (hash) => core.screens().has(hash),
    devices: async () => [...core.screens().values()].filter(isDevice).length,
    live: async (branches) => liveOf(core, branches),
    fleet: async (branches) => fleetOf(core, branches),
    areAll: async (branches) => seesAll(core, { branches }),
    refusals: async () => listRefusals(core),
    provisional: async (own) => provisionalBranches(core, own),
    people: async () => listPeople(core),
    recoveryCodes: async (id) => core.people().managers.find((one) => one.id === id)?.recoveryCodes ?? 0,
    origin: async (host) => reachableOrigins(core.config, { host })[0],
    subscriptions: (host) => listSubscriptions(core, host === null ? {} : { host }),
    setUp: (host) => readSetUp(core, { host }),
  };
}

/** Returns the function that answers every request: webhooks, probes, the API, and pages. */
function createRouter(core: Core, deps: RouterDeps) {
  const receive = createWebhookHandler({
    ...core,
    knowsConfiguration: core.follower.knowsConfiguration,
    noteUsed: createUsedSecrets(core),
  });
  const api = createApi(core, deps.pages.build);
  const answerPage = createPageAnswers({
    pages: deps.pages,
    recognise: (request) => recognise(core, request),
    isCutOff: core.follower.isCutOff,
    noteView(request, url) {
      const view = pageViewEntry(request, url, core);
      if (view) core.audit.count(view);
    },
    committed: () => committed(core),
    origin: new URL(core.config.publicUrl ?? `http://localhost:${core.config.port}`),
    isHttps: (request) => isHttps(request, core.config),
    monotonicNow: () => performance.now(),
  });

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (deps.isStopping()) response.setHeader('Connection', 'close');
    const url = urlOf(request);
    const event = url === null ? null : WEBHOOK_PATH.exec(url.pathname)?.[1];
    // Under any name: a page cannot sign a delivery, the next three reveal nothing to one, and whatever posts or monitors
    // may know this server by an address that was forwarded.
    if (event) return receive(request, response, decodeEscapes(event));
    const isApi = url !== null && (url.pathname === '/api' || url.pathname.startsWith('/api/'));
    const isCheck = url !== null && CHECKS.has(url.pathname) && isFromThisMachine(request);
    const isAnswered = isCheck
      ? core.admission.takeCheck(request)
      : showsWho(core, request) || core.admission.takeRequest(request);
    if (!isAnswered)
      return isApi
        ? replyLater(response, () => replyProblem(response, TOO_MANY_REQUESTS))
        : replyTryAgain(response, 'TOO_MANY');
    if (url === null)
      return replyJson(response, 400, { error: { code: 'INVALID_DATA', message: REFUSALS.INVALID_DATA } });
    if (url.pathname === '/healthz') return replyJson(response, 200, { alive: true });
    if (url.pathname === '/readyz') return replyReadiness(response, core.queue.state(), deps.isStopping());
    if (url.pathname === '/metrics') return answerMetrics(request, response, deps.metrics, core.config.metricsToken);
    const foreign = deps.findForeignHost(request);
    if (foreign) return replyMisdirected(response, foreign, isApi);
    if (!isApi && url.pathname !== '/overview') return answerPage(request, response, url);
    await committed(core);
    if (isApi) return api(request, response, url);
    return replyJson(response, 200, await loadAnswer(request.headers.cookie ?? null));
  };
}

/** Resolves when a reply includes everything that was acknowledged before the request, by any node. */
async function committed({ queue, follower }: Core): Promise<void> {
  await queue.committed();
  await follower.current();
}

/** The paired screen or signed-in manager that sent a request, whose connection then has larger limits; null for others. */
async function recognise(core: Core, request: IncomingMessage): Promise<KnownDevice | null> {
  const { cookie } = request.headers;
  const known = knownDevice(core, request);
  if (known || (cookieToken(cookie) === null && sessionToken(cookie, core.sessionSecret) === null)) return known;
  // It may have been paired, or signed in, on another node a moment ago.
  await core.follower.current();
  return knownDevice(core, request);
}

/** Whether a request has the token of a paired screen or a session, so that no flood of strangers may keep it out. */
function showsWho(core: Core, request: IncomingMessage): boolean {
  const bearer = bearerToken(request);
  if (bearer === null || core.screens().get(hashToken(bearer))?.revokedAt !== null)
    return knownDevice(core, request) !== null;
  core.admission.recognise(request);
  return true;
}

function knownDevice(core: Core, request: IncomingMessage): KnownDevice | null {
  const { cookie } = request.headers;
  const token = cookieToken(cookie);
  const screen = token === null ? undefined : core.screens().get(hashToken(token));
  const isPaired = screen?.revokedAt === null;
  if (!isPaired && sessionFromCookies(cookie, core) === null) return null;
  core.admission.recognise(request);
  return { screenToken: isPaired ? token : null };
}

function replyReadiness(response: ServerResponse, state: QueueState, isStopping: boolean): void {
  const { isAway, inboxBytes, waiting } = state;
  const readiness = readinessOf(state, isStopping);
  replyJson(response, readiness.ready ? 200 : 503, { ...readiness, databaseAway: isAway, inboxBytes, waiting });
}

function urlOf({ url = '/' }: IncomingMessage): URL | null {
  try {
    // Concatenated: with a base address that ends in a slash, //webhooks/… would be resolved as a host.
    return url.startsWith('/') ? new URL(`http://heatlamp${url}`) : new URL(url, 'http://heatlamp');
  } catch {
    return null;
  }
}
