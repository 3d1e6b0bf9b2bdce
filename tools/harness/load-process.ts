import { errorMessage } from '../../lib/error-message';
import { createRandom } from '../pos-simulator/random';
import { serveParent } from './child';
import {
  type Body,
  chainBodies,
  eventKey,
  type KitchenBody,
  LiveEvening,
  type Posted,
  partyBodies,
  screenBodies,
  signedRequest,
} from './load-bodies';
import type {
  ChainPlan,
  ChainRequest,
  ChainResponse,
  LoadPlan,
  LoadReady,
  LoadRequest,
  LoadResponse,
  Slice,
} from './load-client';
import { postAtRate, postClosedLoop } from './post-requests';
import type { Steps } from './screens';

// The load generator, a separate process: with the variable LOAD it builds and signs all requests before it starts, with
// CHAIN each when it is posted.
const { LOAD, CHAIN } = process.env;
if (CHAIN) serveChain(JSON.parse(CHAIN) as ChainPlan);
else serveLoad(JSON.parse(LOAD ?? '{}') as LoadPlan);

function serveLoad({ bodyOptions, evening, maxBodies, orders }: LoadPlan): void {
  const bodiesOf = {
    branches: () => chainBodies(bodyOptions),
    screens: () => screenBodies(bodyOptions, orders),
    parties: () => partyBodies(bodyOptions, maxBodies),
  };
  const bodies = bodiesOf[evening]().slice(0, maxBodies);
  const requests = bodies.map(signedRequest);

  async function perform(request: LoadRequest): Promise<LoadResponse> {
    const selected = slice(requests, request.slice);
    if (request.kind === 'fast') {
      return { ok: true, startedAt: [], ...(await postClosedLoop(request.port, request.connections, selected)) };
    }
    const posted = await postAtRate([request.port], request.perSecond, selected);
    const keys = slice<Body>(bodies, request.slice).map(({ key }) => key);
    return {
      ok: true,
      seconds: 0,
      startedAt: keys.map((key, index) => [key, posted[index]?.startedAt ?? Number.NaN]),
      latenciesMs: posted.map(({ latencyMs }) => latencyMs),
    };
  }

  const ready: LoadReady = { bodies: requests.length };
  serveParent(ready, (request: LoadRequest) =>
    perform(request).catch((error): LoadResponse => ({ ok: false, message: errorMessage(error) })),
  );
}

function slice<Item>(items: readonly Item[], { from, count }: Slice): readonly Item[] {
  if (from + count > items.length)
    throw new Error(`${from + count} bodies are needed, but there are only ${items.length}`);
  return items.slice(from, from + count);
}

function serveChain({ branches, seed }: ChainPlan): void {
  const evening = new LiveEvening(branches, createRandom(seed));
  const signed = ({ pathEvent, body }: Posted) => signedRequest({ path: `/webhooks/${pathEvent}`, body });

  async function perform(request: ChainRequest): Promise<ChainResponse> {
    if (request.kind === 'opening') {
      const opening = evening.opening(Date.now()).map(signed);
      await postClosedLoop(request.port, request.connections, opening);
      return { ok: true, posted: opening.length, steps: [], latenciesMs: [], lateMs: [] };
    }
    const keys: { branch: number; key: string }[] = [];
    const deliveries = function* () {
      while (keys.length < request.count) {
        const posted = evening.next(Date.now());
        keys.push({ branch: posted.branch, key: eventKey(JSON.parse(posted.body) as KitchenBody) });
        yield signed(posted);
      }
    };
    const posted = await postAtRate(request.ports, request.perSecond, deliveries());
    const steps = new Map<number, Steps>();
    for (const [index, { branch, key }] of keys.entries()) {
      const ofBranch = steps.get(branch) ?? { branch, startTimes: [] };
      ofBranch.startTimes.push([key, posted[index]?.startedAt ?? Number.NaN]);
      steps.set(branch, ofBranch);
    }
    return {
      ok: true,
      posted: posted.length,
      steps: [...steps.values()],
      latenciesMs: posted.map(({ latencyMs }) => latencyMs),
      lateMs: posted.map(({ lateMs }) => lateMs),
    };
  }

  serveParent({ open: evening.open }, (request: ChainRequest) =>
    perform(request).catch((error): ChainResponse => ({ ok: false, message: errorMessage(error) })),
  );
}
