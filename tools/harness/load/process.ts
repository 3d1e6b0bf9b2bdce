import { errorMessage } from '../../../lib/error-message';
import { serveParent } from '../child';
import { postAtRate } from './at-rate';
import { type Body, chainBodies, partyBodies, screenBodies } from './bodies';
import { postClosedLoop } from './closed-loop';
import type { LoadPlan, LoadReady, LoadRequest, LoadResponse, Slice } from './messages';
import { signedRequest } from './signed-request';

/** The load generator, a separate process. It builds and signs all requests before it starts. */
const { bodyOptions, evening, maxBodies, orders } = JSON.parse(process.env['LOAD'] ?? '{}') as LoadPlan;
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
    const posted = await postClosedLoop(request.port, request.connections, selected);
    return { ok: true, startedAt: [], ...posted };
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

function slice<Item>(items: readonly Item[], { from, count }: Slice): readonly Item[] {
  if (from + count > items.length)
    throw new Error(`${from + count} bodies are needed, but there are only ${items.length}`);
  return items.slice(from, from + count);
}

const ready: LoadReady = { bodies: requests.length };
serveParent(ready, (request: LoadRequest) =>
  perform(request).catch((error): LoadResponse => ({ ok: false, message: errorMessage(error) })),
);
