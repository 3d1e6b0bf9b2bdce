import { errorMessage } from '../../../lib/error-message';
import { createRandom } from '../../pos-simulator/random';
import { serveParent } from '../child';
import type { Steps } from '../screens/messages';
import { postAtRate } from './at-rate';
import type { ChainPlan, ChainRequest, ChainResponse } from './chain';
import { postClosedLoop } from './closed-loop';
import { eventKey, type KitchenBody } from './event-key';
import { LiveEvening, type Posted } from './live-evening';
import { signedRequest } from './signed-request';

/** The load of a chain, in a separate process. Each delivery is built and signed when it is posted. */
const { branches, seed } = JSON.parse(process.env['CHAIN'] ?? '{}') as ChainPlan;
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
