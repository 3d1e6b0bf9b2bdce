import { groupBy } from '../../lib/collections';
import { errorMessage } from '../../lib/error-message';
import { createRandom } from '../pos-simulator/random';
import { serveParent } from './child';
import { LiveEvening, type Posted, signedRequest } from './load-bodies';
import type { LoadPlan, LoadRequest, LoadResponse, LoadResult } from './load-client';
import { postAtRate, postClosedLoop } from './post-requests';

const OPENING_CONNECTIONS = 16;

// The load generator, a separate process, with its plan as JSON in the variable LOAD.
const { branches, seed, past } = JSON.parse(process.env['LOAD'] ?? '{}') as LoadPlan;
const evening = new LiveEvening(branches, seed === undefined ? undefined : createRandom(seed));
const beganAt = Date.now() - (past?.ms ?? 0);
let taken = 0;

function next(): Posted {
  const now = past ? beganAt + Math.floor((taken / past.deliveries) * past.ms) : Date.now();
  taken += 1;
  return evening.next(now);
}

async function perform(request: LoadRequest): Promise<LoadResult> {
  if (request.kind === 'rate') return postSteps(request);
  const items =
    request.kind === 'opening' ? evening.opening(beganAt) : Array.from({ length: request.count }, () => next());
  const connections = request.kind === 'opening' ? OPENING_CONNECTIONS : request.connections;
  // Signed at once, so that this does not take time while they are posted.
  const result = await postClosedLoop(request.port, connections, items.map(signedRequest));
  return { ...result, posted: items.length, steps: [], lateMs: [] };
}

async function postSteps({ ports, perSecond, count }: Extract<LoadRequest, { kind: 'rate' }>): Promise<LoadResult> {
  const sent: Posted[] = [];
  const requests = function* () {
    for (let index = 0; index < count; index += 1) {
      const item = next();
      sent.push(item);
      yield signedRequest(item);
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
