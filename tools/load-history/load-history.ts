import { createHash, randomUUID } from 'node:crypto';
import { v7 as timeOrderedId } from 'uuid';
import { forgetEarlierDays, startClock } from '../../server/clock/clock';
import { readConfig } from '../../server/config';
import { createServer, type Heatlamp } from '../../server/create-server';
import type { Delivery } from '../../server/intake/delivery';
import { translate } from '../../server/webhooks/translate';
import { generateHistory, type HistoryOptions, type PastDelivery, TIME_ZONE } from './generate-history';

/** The subscription of generated histories. */
const SUBSCRIPTION = 'history';

const CONTENT_TYPE = 'application/json';
const HEADERS = { 'content-type': CONTENT_TYPE, 'x-service-subscription-id': SUBSCRIPTION };

/** Progress of a load. */
export type LoadState = { courses: number; deliveries: number; day: string };

type LoadOptions = {
  dataDir: string;
  history: HistoryOptions;
  /** Called after every transaction. */
  onProgress: (loaded: LoadState) => void;
};

/** The folder is not loaded, for the reason in the message. */
class LoadRefused extends Error {}

const BATCH = 1_024;
/** Interval of time-driven changes: courses close, tables turn over, earlier days leave memory. */
const HEARTBEAT_INTERVAL_MS = 30 * 60_000;
const NIGHT_MS = 24 * 3_600_000;

/**
 * Loads a history into a data folder: the server's code translates, folds and writes each delivery, at its time of
 * receipt. Locks the folder meanwhile.
 * @throws LoadRefused, or CannotStart if a server uses the folder
 */
export async function loadHistory({ dataDir, history, onProgress }: LoadOptions): Promise<LoadState> {
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new LoadRefused(read.problems.join('; '));
  const clock = { now: Date.now() };
  const warn = (fields: object, message: string) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
  const deps = {
    config: { ...read.config, timeZone: TIME_ZONE },
    now: () => clock.now,
    newEpoch: randomUUID,
    log: { info: () => {}, warn },
  };
  const heatlamp = await createServer(deps, { pages: false });
  try {
    await refuseUnlessEmpty(heatlamp, dataDir);
    await subscribe(heatlamp);
    return await loadDays(heatlamp, history, clock, onProgress);
  } finally {
    await heatlamp.close();
  }
}

async function refuseUnlessEmpty({ core }: Heatlamp, dataDir: string): Promise<void> {
  const { lastDeliveryAt } = await core.reader.read('overview', null);
  if (lastDeliveryAt !== null) throw new LoadRefused(`${dataDir} already has deliveries; choose another folder`);
}

async function subscribe({ command }: Heatlamp): Promise<void> {
  const encodings = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' };
  await command('subscription add', { id: SUBSCRIPTION, ...encodings });
}

async function loadDays(
  { core }: Heatlamp,
  history: HistoryOptions,
  clock: { now: number },
  onProgress: LoadOptions['onProgress'],
): Promise<LoadState> {
  const loaded: LoadState = { courses: 0, deliveries: 0, day: '' };
  let nextHeartbeatAt = 0;

  const runHeartbeat = async () => {
    // Starting the clock commits all changes that are due.
    const stop = await startClock(core);
    stop();
    await core.queue.run(async () => {
      for (const state of core.boards.branches())
        forgetEarlierDays(state, core.settings, clock.now - state.posOffsetMs);
    });
    nextHeartbeatAt = clock.now + HEARTBEAT_INTERVAL_MS;
  };
  const write = async (batch: readonly PastDelivery[]) => {
    const deliveries = batch.map((past, index) => deliveryOf(past, loaded.deliveries + index));
    clock.now = batch.at(-1)?.receivedAt ?? clock.now;
    await core.queue.run((sql, stages) => core.boards.deliver(sql, deliveries, stages));
    loaded.deliveries += batch.length;
  };

  for (const { day, deliveries, courses } of generateHistory(history)) {
    loaded.day = day;
    for (let from = 0; from < deliveries.length; from += BATCH) {
      const batch = deliveries.slice(from, from + BATCH);
      await write(batch);
      loaded.courses += courses * (batch.length / deliveries.length);
      if (clock.now >= nextHeartbeatAt) await runHeartbeat();
      onProgress(loaded);
    }
    loaded.courses = Math.round(loaded.courses);
  }
  clock.now = Math.max(Date.now(), clock.now + NIGHT_MS);
  await runHeartbeat();
  return loaded;
}

/**
 * A delivery as the webhook passes it to the write queue. `index` counts the deliveries of a history, so that ids are
 * the same each time the history is loaded.
 */
function deliveryOf({ receivedAt, pathEvent, body }: PastDelivery, index: number): Delivery {
  const bytes = Buffer.from(body);
  const hash = createHash('sha256').update(bytes).digest();
  const bodySha256 = hash.toString('hex');
  const context = {
    pathEvent,
    pinnedEvent: null,
    pathSlip: { isRead: true, exceptInBranches: [] },
    contentType: CONTENT_TYPE,
  };
  return {
    id: timeOrderedId({ msecs: receivedAt, seq: index, random: hash }),
    receivedAt,
    subscription: SUBSCRIPTION,
    pathEvent,
    headers: HEADERS,
    body: bytes,
    bodySha256,
    translation: translate(bytes, bodySha256, context, receivedAt),
    isReplay: false,
  };
}
