import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { REFUSALS } from '../contract/deliveries';
import { seesAll } from './api/access';
import { createApi } from './api/api';
import { listPeople } from './api/managers';
import { listRefusals } from './api/refusals';
import { readSetUp } from './api/set-up';
import { listSubscriptions } from './api/subscriptions';
import { pageViewEntry } from './audit/views';
import { branchNowOf } from './board/board-of';
import { type CommandName, runCommand } from './cli/commands';
import { openControl } from './cli/control';
import { type Core, type CoreDeps, openCore } from './core';
import { createMetrics } from './health/metrics';
import { answerMetrics } from './health/metrics-route';
import { readinessOf } from './health/readiness';
import { createHostCheck, replyMisdirected } from './http/allowed-hosts';
import { refuseBadHttp } from './http/bad-http';
import { BUDGETS } from './http/budgets';
import { declineUpgrades } from './http/declined-upgrades';
import { oneAtATime } from './http/one-at-a-time';
import { isHttps } from './http/peer';
import { replyJson } from './http/reply';
import type { QueueState } from './intake/write-queue';
import { openHub } from './live/hub';
import { liveOf } from './live/live-branches';
import { openSocketAdapter } from './live/node-sockets';
import { createPageAnswers } from './pages/answer-page';
import { loadAnswer } from './pages/load-answer';
import { openPages, type Pages } from './pages/next';
import { type PageServer, setPageServer } from './pages/page-server';
import { sessionFromCookies } from './people/people';
import { fleetOf } from './screens/fleet';
import { cookieToken, hashToken } from './session/screen-token';
import { provisionalBranches } from './settings/branches';
import { createWebhookHandler } from './webhooks/receive';

export type Heatlamp = {
  /** The caller makes it listen. */
  server: Server;
  core: Core;
  /** Runs a command of the command line. @throws Error with a message for the user */
  command: (name: CommandName, input?: unknown) => Promise<unknown>;
  /** Stops accepting requests, finishes those that were read, and closes everything. */
  close: () => Promise<void>;
};

const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_HEADERS_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 75_000;
const CLOSE_TIMEOUT_MS = 3_000;
/** The prefix that Socket.IO accepts. Other upgrades are declined, because they would stay open forever. */
const SOCKETS_PATH = '/socket.io/';
/**
 * Any prefix is accepted: in the POS's back office only the base of the address is configured (pos-interface, section
 * 1).
 */
const WEBHOOK_PATH = /(?:^|\/)webhooks\/([^/]+)\/?$/;

/** Builds the whole server on a data folder, without listening. @throws CannotStart */
export async function createServer(deps: CoreDeps, options: { pages: Pages }): Promise<Heatlamp> {
  const core = await openCore(deps);
  const receive = createWebhookHandler(core);
  const api = createApi(core);
  const pageServer: PageServer = {
    read: core.reader.read,
    now: async () => core.now(),
    branchNows: async (branches) => branches.map((branch) => branchNowOf(core, branch)),
    signedIn: async (cookies) => sessionFromCookies(cookies, core)?.manager ?? null,
    isScreen: async (hash) => core.screens().has(hash),
    live: async (branches) => liveOf(core, branches),
    fleet: async (branches) => fleetOf(core, branches),
    areAll: async (branches) => seesAll(core, { branches }),
    refusals: async () => listRefusals(core),
    provisional: async (own) => provisionalBranches(core, own),
    people: async () => listPeople(core),
    subscriptions: (host) => listSubscriptions(core, host === null ? {} : { host }),
    setUp: (host) => readSetUp(core, { host }),
  };
  setPageServer(pageServer);
  const { config, log, reader } = core;
  const { readSerialized } = reader;
  const pages = await openPages(options.pages, { config, log, server: pageServer, readSerialized });
  const answerPage = createPageAnswers({
    pages,
    isKnown: (request) => {
      const { cookie } = request.headers;
      const token = cookieToken(cookie);
      const screen = token === null ? undefined : core.screens().get(hashToken(token));
      const isKnown = screen?.revokedAt === null || sessionFromCookies(cookie, core) !== null;
      if (isKnown) core.admission.recognise(request);
      return isKnown;
    },
    async committed() {
      await core.queue.committed();
      await core.follower.current();
    },
    origin: new URL(config.publicUrl ?? `http://localhost:${config.port}`),
    isHttps: (request) => isHttps(request, config),
    monotonicNow: () => performance.now(),
  });
  const findForeignHost = createHostCheck(config, () => performance.now());
  const control = await openControl(core);
  const metrics = createMetrics(core);
  let isStopping = false;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.setHeader('Connection', 'close');
    if (!core.admission.takeRequest(request)) return replyTooMany(response);
    const url = urlOf(request);
    const event = url === null ? null : WEBHOOK_PATH.exec(url.pathname)?.[1];
    if (url === null)
      return replyJson(response, 400, { error: { code: 'INVALID_DATA', message: REFUSALS.INVALID_DATA } });
    // Under any name: a page cannot sign a delivery, the next three reveal nothing to one, and whatever posts or monitors
    // may know this server by an address that was forwarded.
    if (event) return receive(request, response, decoded(event));
    if (url.pathname === '/healthz') return replyJson(response, 200, { alive: true });
    if (url.pathname === '/readyz') return replyReadiness(response, core.queue.state(), isStopping);
    if (url.pathname === '/metrics') return answerMetrics(request, response, metrics, core.config.metricsToken);
    const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/');
    const foreign = findForeignHost(request);
    if (foreign) return replyMisdirected(response, foreign, isApi);
    const isOverview = url.pathname === '/overview';
    if (!isApi && !isOverview) {
      const view = pageViewEntry(request, url, core);
      if (view) core.audit.count(view);
      return answerPage(request, response, url);
    }
    // A reply must include everything that was acknowledged before the request.
    await core.queue.committed();
    await core.follower.current();
    if (isApi) return api(request, response, url);
    return replyJson(response, 200, await loadAnswer(request.headers.cookie ?? null));
  };

  const server = createHttpServer(
    {
      requestTimeout: BUDGETS.requestMs,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_HEADERS_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    oneAtATime((request, response) => {
      answer(request, response).catch((error) => {
        core.log.warn({ error: String(error).slice(0, 300) }, 'a request could not be handled');
        response.destroy();
      });
    }),
  );
  /** Every connection, including WebSockets and those that never send anything. */
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    if (connections.has(socket)) return; // emitted again after a declined upgrade
    if (!core.admission.accept(socket)) return;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  refuseBadHttp(server, core.log);
  declineUpgrades(server, (path) => path.startsWith(SOCKETS_PATH) || pages.takesUpgrade(path));
  pages.attach(server);
  server.on('listening', core.heartbeat.begin);
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
      const closed = new Promise<void>((done) => (server.listening ? server.close(() => done()) : done()));
      server.closeIdleConnections();
      // A screen without network never closes its connection, and must not delay the restart.
      const closeTimeout = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, CLOSE_TIMEOUT_MS);
      await closed;
      clearTimeout(closeTimeout);
      await sockets?.close();
      await control.close();
      await pages.close();
      await core.heartbeat.end(stoppedAt);
      await core.close();
    },
  };
}

function replyTooMany(response: ServerResponse): void {
  const headers = { Connection: 'close', 'Retry-After': '1' };
  replyJson(response, 429, { error: { code: 'TOO_MANY', message: 'Too many requests: try again later.' } }, headers);
}

function replyReadiness(response: ServerResponse, state: QueueState, isStopping: boolean): void {
  const { isAway, inboxBytes, waiting } = state;
  const readiness = readinessOf(state, isStopping);
  replyJson(response, readiness.ready ? 200 : 503, { ...readiness, spooling: isAway, spoolBytes: inboxBytes, waiting });
}

function urlOf({ url = '/' }: IncomingMessage): URL | null {
  try {
    // Concatenated: with a base address that ends in a slash, //webhooks/… would be resolved as a host.
    return url.startsWith('/') ? new URL(`http://heatlamp${url}`) : new URL(url, 'http://heatlamp');
  } catch {
    return null;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
