import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerBuild } from '../harness/builds';
import { type Child, startChild } from '../harness/child';
import { addSubscriptionAndScreens, makeDataFolder, startServer } from '../harness/child-server';
import { readBoard } from '../harness/folded-board';
import type { Body } from '../harness/load-bodies';
import { storedDeliveries } from '../harness/measured-server';
import { machineNow, receiverAt } from '../harness/post-requests';
import { readStoredData } from '../harness/stored-data';
import { postDelivery } from '../pos-simulator/post-delivery';
import type { ScreensPlan, ScreensRequest, ScreensResponse, ShownVersion } from './outage-screens';

/** A POS that keeps sending during an outage, and repeats every delivery each second until the response is 200. */
type Pos = {
  /** Stops new deliveries; unacknowledged ones are still repeated. */
  stopSending: () => void;
  /** Waits until every sent delivery is acknowledged. @throws Error after `timeoutMs` */
  allAcknowledged: (timeoutMs: number) => Promise<void>;
  /** Number of deliveries, without repeats. */
  sent: () => number;
  /** Number of repeats. */
  repeats: () => number;
  /** Stops deliveries and repeats, and closes the connections. */
  stop: () => void;
};

const REPEAT_INTERVAL_MS = 1_000;
const CONNECTIONS = 16;

/** The load of a run. */
export type Scale = {
  screens: number;
  /** Deliveries per second, and for how many seconds. */
  steadyRate: number;
  seconds: number;
  /** Deliveries within one second. */
  burst: number;
  /** Duration of the outage, and deliveries per second meanwhile. */
  outageSeconds: number;
  outageRate: number;
};

/** Time within which a screen must show a version that the server sent. */
const MAX_DELAY_MS = 500;

/** Result of an outage: the server was killed and restarted. Times in ms after the restart. */
export type Outage = {
  /** When all screens were up to date; infinity if one never was. */
  lastUpToDateMs: number;
  /** Number of deliveries and repeats of the POS. */
  sent: number;
  repeats: number;
  /** Lost deliveries, duplicated facts, and boards that differ. */
  violations: string[];
};

const WARM_UP_MS = 2_000;
/** Minimum time to observe the screens, longer than the promised time. */
const MIN_OBSERVATION_MS = 6_000;
const MAX_OBSERVATION_MS = 60_000;
const REQUEST_INTERVAL_MS = 100;
const ACKNOWLEDGEMENT_TIMEOUT_MS = 60_000;
const COMPARISON_TIMEOUT_MS = 20_000;
const RESPONSE_TIMEOUT_MS = 30_000;

/** Kills a server with all its screens connected, and restarts it after a while. The POS continues meanwhile. */
export async function measureOutage(
  { main: program }: ServerBuild,
  bodies: readonly Body[],
  scale: Scale,
): Promise<Outage> {
  const { folder, remove } = makeDataFolder();
  let server = await startServer({ program, folder });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['kitchen']);
  const { url } = server;
  const plan: ScreensPlan = { url: url.origin, token, branch: 1, count: scale.screens };
  const screens = await startChild(path.join(import.meta.dirname, 'outage-screens.ts'), {
    SCREENS: JSON.stringify(plan),
  });
  const pos = startPos(url, bodies, scale.outageRate);
  try {
    await wait(WARM_UP_MS);
    await server.kill();
    await wait(scale.outageSeconds * 1_000);
    server = await startServer({ program, folder, environment: { PORT: url.port } });
    const restartedAt = machineNow();
    pos.stopSending();
    const upToDate = await observeScreens(url, token, screens, restartedAt);
    await pos.allAcknowledged(ACKNOWLEDGEMENT_TIMEOUT_MS);
    const differences = await compare(url, token, screens);
    await server.stop();
    return {
      lastUpToDateMs: Math.max(...upToDate),
      sent: pos.sent(),
      repeats: pos.repeats(),
      violations: [...differences, ...checkStored(folder, pos.sent())],
    };
  } finally {
    pos.stop();
    await screens.stop();
    await server.kill();
    remove();
  }
}

/** The ms after which each screen was up to date. Observes long enough to see one fall behind again. */
async function observeScreens(
  url: URL,
  token: string,
  screens: Child<unknown>,
  restartedAt: number,
): Promise<number[]> {
  const announced: ShownVersion[] = [];
  const request: ScreensRequest = { kind: 'seen', since: restartedAt };
  for (;;) {
    // A missing response of a busy server is not a violation.
    const board = await readBoard(url, token).catch(() => null);
    if (board) announced.push({ at: machineNow(), epoch: board.epoch, version: board.version });
    const elapsedMs = machineNow() - restartedAt;
    if (elapsedMs > MIN_OBSERVATION_MS) {
      const { seen } = (await screens.request<ScreensResponse>(request, RESPONSE_TIMEOUT_MS)) as {
        seen: ShownVersion[][];
      };
      // The screens cannot have the newest version yet.
      const upToDate = seen.map((each) => upToDateAfter(restartedAt, announced.slice(0, -1), each));
      if (upToDate.every(Number.isFinite) || elapsedMs > MAX_OBSERVATION_MS) return upToDate;
    }
    await wait(REQUEST_INTERVAL_MS);
  }
}

/** Compares the screens with the server's board. Retries, because the board may change between the two requests. */
async function compare(url: URL, token: string, screens: Child<unknown>): Promise<string[]> {
  for (const until = machineNow() + COMPARISON_TIMEOUT_MS; ; ) {
    const board = await readBoard(url, token).catch(() => null);
    if (board === null && machineNow() > until) return ['the server did not send its board'];
    if (board === null) continue;
    const request: ScreensRequest = { kind: 'compare', board };
    const response = (await screens.request<ScreensResponse>(request, RESPONSE_TIMEOUT_MS)) as {
      differing: number;
      first: string;
    };
    if (response.differing === 0) return [];
    if (machineNow() > until) return [`${response.differing} screens differ from the server: ${response.first}`];
    await wait(REQUEST_INTERVAL_MS);
  }
}

/** Checks that each step is stored once, and that no delivery is missing. */
function checkStored(folder: string, sent: number): string[] {
  const { facts, damage } = readStoredData(folder);
  const violations = [...damage];
  if (facts.length !== sent) violations.push(`of ${sent} acknowledged steps, ${facts.length} are stored`);
  const stored = storedDeliveries(path.join(folder, 'heatlamp.db'));
  if (stored < sent) violations.push(`of ${sent} acknowledged deliveries, ${stored} are stored`);
  return violations;
}

/**
 * How many ms after `from` a screen was up to date: from then on it showed every version of the server within 500 ms.
 * Infinity if it never was. `server` has the versions that the server sent after `from`, at least one; `screen` the
 * versions that the screen showed while it was connected.
 */
export function upToDateAfter(from: number, server: readonly ShownVersion[], screen: readonly ShownVersion[]): number {
  const caughtUp = server.map(({ at, epoch, version }) => {
    const shown = screen.find((one) => one.at >= from && one.epoch === epoch && one.version >= version);
    return { at, by: shown?.at ?? Number.POSITIVE_INFINITY };
  });
  const [first] = caughtUp;
  const late = caughtUp.filter(({ at, by }) => by > at + MAX_DELAY_MS).map(({ by }) => by);
  return Math.max(first?.by ?? Number.POSITIVE_INFINITY, ...late) - from;
}

/** Posts the bodies in their order, `perSecond` of them in a second. */
function startPos(url: URL, bodies: readonly Body[], perSecond: number): Pos {
  const receiver = receiverAt(url, CONNECTIONS);
  const unacknowledged = new Set<Body>();
  const inFlight = new Set<Body>();
  let [sent, repeats] = [0, 0];
  const remaining = bodies.values();

  const post = async (body: Body) => {
    inFlight.add(body);
    const reply = await postDelivery({ dueMs: 0, path: body.path, body: body.body, kind: 'delivery' }, receiver);
    inFlight.delete(body);
    if (!('status' in reply) || reply.status !== 200) return void unacknowledged.add(body);
    unacknowledged.delete(body);
  };
  const sending = setInterval(() => {
    const { value: body } = remaining.next();
    if (!body) return;
    sent += 1;
    void post(body);
  }, 1_000 / perSecond);
  const repeating = setInterval(() => {
    for (const body of unacknowledged) {
      if (inFlight.has(body)) continue;
      repeats += 1;
      void post(body);
    }
  }, REPEAT_INTERVAL_MS);

  return {
    stopSending: () => clearInterval(sending),
    async allAcknowledged(timeoutMs) {
      const deadline = machineNow() + timeoutMs;
      while (unacknowledged.size + inFlight.size > 0) {
        if (machineNow() > deadline)
          throw new Error(`${unacknowledged.size + inFlight.size} deliveries were not acknowledged in time`);
        await wait(20);
      }
    },
    sent: () => sent,
    repeats: () => repeats,
    stop() {
      clearInterval(sending);
      clearInterval(repeating);
      receiver.agent.destroy();
    },
  };
}
