import { postAsFastAsAnswered } from './as-fast-as-answered';
import { postAtRate } from './at-rate';
import { type Body, eveningOfBranches, eveningOnScreens } from './bodies';
import type { LoadAnswer, LoadOrder, LoadPlan, LoadReady, Slice } from './orders';
import { signedRequest } from './signed-request';

/** The load generator, a separate process. It builds and signs all requests before it starts. */
const { serving, evening, most, orders } = JSON.parse(process.env['LOAD'] ?? '{}') as LoadPlan;
const bodies = (evening === 'branches' ? eveningOfBranches(serving) : eveningOnScreens(serving, orders)).slice(0, most);
const requests = bodies.map(signedRequest);

async function perform(order: LoadOrder): Promise<LoadAnswer> {
  const chosen = slice(requests, order.slice);
  if (order.as === 'fast') {
    const seconds = await postAsFastAsAnswered(order.port, order.connections, chosen);
    return { ok: true, seconds, began: [], tookMs: [] };
  }
  const posted = await postAtRate(order.port, order.perSecond, chosen);
  const keys = slice<Body>(bodies, order.slice).map(({ key }) => key);
  return {
    ok: true,
    seconds: 0,
    began: keys.map((key, index) => [key, posted[index]?.began ?? Number.NaN]),
    tookMs: posted.map(({ tookMs }) => tookMs),
  };
}

function slice<Item>(items: readonly Item[], { from, count }: Slice): readonly Item[] {
  if (from + count > items.length) throw new Error(`${from + count} bodies are wanted and there are ${items.length}`);
  return items.slice(from, from + count);
}

process.on('message', (order: LoadOrder) => {
  perform(order)
    .catch((error): LoadAnswer => ({ ok: false, problem: error instanceof Error ? error.message : String(error) }))
    .then((answer) => process.send?.(answer));
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
const ready: LoadReady = { bodies: requests.length };
process.send?.(ready);
