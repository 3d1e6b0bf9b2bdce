import { groupBy } from '../../lib/collections';
import { errorMessage } from '../../lib/error-message';
import { createRandom } from '../pos-simulator/random';
import { serveParent } from './child';
import {
  chainBodies,
  eventKey,
  type KitchenBody,
  LiveEvening,
  type Posted,
  partyBodies,
  screenBodies,
  signedRequest,
} from './load-bodies';
import type { LoadPlan, LoadRequest, LoadResponse, LoadResult } from './load-client';
import { postAtRate, postClosedLoop } from './post-requests';

/** A signed request, with the key of its event. */
type Item = { branch: number; key: string; request: Buffer };

/** Items from a position on, and those that come before all others. */
type Source = { opening: () => Item[]; items: (from: number, count: number) => Iterable<Item> };

// The load generator, a separate process, with its plan as JSON in the variable LOAD.
const plan = JSON.parse(process.env['LOAD'] ?? '{}') as LoadPlan;
const source = plan.evening === 'chain' ? sourceOfChain(plan) : sourceOfBodies(plan);

/** Signs all bodies at once, so that this does not take time while they are posted. */
function sourceOfBodies({ bodyOptions, evening, maxBodies, orders }: Exclude<LoadPlan, { evening: 'chain' }>): Source {
  const bodiesOf = {
    branches: () => chainBodies(bodyOptions),
    screens: () => screenBodies(bodyOptions, orders),
    parties: () => partyBodies(bodyOptions, maxBodies),
  };
  const items = bodiesOf[evening]()
    .slice(0, maxBodies)
    .map((body): Item => ({ branch: 1, key: body.key, request: signedRequest(body) }));
  return {
    opening: () => [],
    items(from, count) {
      if (from + count > items.length)
        throw new Error(`${from + count} bodies are needed, but there are only ${items.length}`);
      return items.slice(from, from + count);
    },
  };
}

function sourceOfChain({ branches, seed }: Extract<LoadPlan, { evening: 'chain' }>): Source {
  const evening = new LiveEvening(branches, createRandom(seed));
  const itemOf = ({ branch, pathEvent, body }: Posted): Item => ({
    branch,
    key: eventKey(JSON.parse(body) as KitchenBody),
    request: signedRequest({ path: `/webhooks/${pathEvent}`, body }),
  });
  return {
    opening: () => evening.opening(Date.now()).map(itemOf),
    *items(_, count) {
      for (let done = 0; done < count; done += 1) yield itemOf(evening.next(Date.now()));
    },
  };
}

async function perform(request: LoadRequest): Promise<LoadResult> {
  if (request.kind === 'rate') return postItems(request);
  const items = request.kind === 'opening' ? source.opening() : [...source.items(request.from, request.count)];
  const requests = items.map((item) => item.request);
  const result = await postClosedLoop(request.port, request.connections, requests);
  return { ...result, posted: items.length, steps: [], lateMs: [] };
}

async function postItems({ ports, perSecond, from, count }: Extract<LoadRequest, { kind: 'rate' }>) {
  const sent: Item[] = [];
  const requests = function* () {
    for (const item of source.items(from, count)) {
      sent.push(item);
      yield item.request;
    }
  };
  const posted = await postAtRate(ports, perSecond, requests());
  const started = sent.map(({ branch, key }, index) => ({ branch, key, at: posted[index]?.startedAt ?? Number.NaN }));
  const steps = [...groupBy(started, ({ branch }) => branch)].map(([branch, ofBranch]) => ({
    branch,
    startTimes: ofBranch.map(({ key, at }): [string, number] => [key, at]),
  }));
  return {
    ...{ posted: posted.length, seconds: count / perSecond, steps },
    latenciesMs: posted.map(({ latencyMs }) => latencyMs),
    lateMs: posted.map(({ lateMs }) => lateMs),
  };
}

serveParent({ ready: true }, (request: LoadRequest) =>
  perform(request).then(
    (result): LoadResponse => ({ ok: true, ...result }),
    (error): LoadResponse => ({ ok: false, message: errorMessage(error) }),
  ),
);
