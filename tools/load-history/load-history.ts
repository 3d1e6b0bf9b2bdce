import { randomUUID } from 'node:crypto';
import { readConfig } from '../../server/config';
import { createServer, type Heatlamp } from '../../server/create-server';
import { startClock } from '../../server/heartbeat/clock';
import { evictOld } from '../../server/heartbeat/due-changes';
import { deliveryOf, SUBSCRIPTION } from './past-delivery';
import { type HistoryWanted, TIME_ZONE } from './plan-services';
import { playHistory } from './play-history';
import type { PastDelivery } from './play-service';

/** How far a load is. */
export type Loaded = { courses: number; deliveries: number; day: string };

export type LoadOptions = {
  dataDir: string;
  history: HistoryWanted;
  /** Loads on top of what is there already. */
  add: boolean;
  /** Called after every transaction. */
  onProgress: (loaded: Loaded) => void;
};

/** A folder is not loaded; the message says why and what to do. */
export class NotLoaded extends Error {}

const BATCH = 1_024;
/** Time passes for the boards so often: courses are closed, tables turn over, and what is old leaves memory. */
const LOOK_EVERY_MS = 30 * 60_000;
const NIGHT_MS = 24 * 3_600_000;

/**
 * Loads a history into a data folder: each delivery is translated, folded and written by the server's code, at its time
 * of receipt. Holds the lock of the folder meanwhile.
 * @throws NotLoaded, or CannotStart if a server runs on the folder
 */
export async function loadHistory({ dataDir, history, add, onProgress }: LoadOptions): Promise<Loaded> {
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new NotLoaded(read.problems.join('; '));
  // What is there already is looked at now, and only what is loaded in the past.
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
    if (!add) await refuseUnlessEmpty(heatlamp, dataDir);
    await subscribe(heatlamp);
    return await loadDays(heatlamp, history, clock, onProgress);
  } finally {
    await heatlamp.close();
  }
}

async function refuseUnlessEmpty({ core }: Heatlamp, dataDir: string): Promise<void> {
  const { hasDeliveries } = await core.reader.read('overview', null);
  if (hasDeliveries) throw new NotLoaded(`${dataDir} holds deliveries already: choose another folder, or give --add`);
}

async function subscribe({ core, command }: Heatlamp): Promise<void> {
  if (core.subscriptions().has(SUBSCRIPTION)) return;
  const how = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' };
  await command('subscription add', { id: SUBSCRIPTION, ...how });
}

async function loadDays(
  { core }: Heatlamp,
  history: HistoryWanted,
  clock: { now: number },
  onProgress: LoadOptions['onProgress'],
): Promise<Loaded> {
  const loaded: Loaded = { courses: 0, deliveries: 0, day: '' };
  let lookAt = 0;

  const look = async () => {
    // A clock that is started commits all that is due by now; this one has no need to go on.
    const stop = await startClock(core);
    stop();
    await core.queue.run(async () => {
      for (const state of core.boards.branches()) evictOld(state, clock.now - state.posOffsetMs);
    });
    lookAt = clock.now + LOOK_EVERY_MS;
  };
  const write = async (batch: readonly PastDelivery[]) => {
    const deliveries = batch.map((past, index) => deliveryOf(past, loaded.deliveries + index));
    clock.now = batch.at(-1)?.receivedAt ?? clock.now;
    await core.queue.run((sql, stages) => core.boards.deliver(sql, deliveries, stages));
    loaded.deliveries += batch.length;
  };

  for (const { day, deliveries, courses } of playHistory(history)) {
    loaded.day = day;
    for (let from = 0; from < deliveries.length; from += BATCH) {
      const batch = deliveries.slice(from, from + BATCH);
      await write(batch);
      loaded.courses += courses * (batch.length / deliveries.length);
      if (clock.now >= lookAt) await look();
      onProgress(loaded);
    }
    loaded.courses = Math.round(loaded.courses);
  }
  clock.now = Math.max(Date.now(), clock.now + NIGHT_MS);
  await look();
  return loaded;
}
