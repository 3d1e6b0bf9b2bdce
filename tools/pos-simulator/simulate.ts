import type { SecretEncoding, SigningKey } from '../../server/webhooks/sign';
import { isLoopback } from './option-values';
import { type Disturbance, planDeliveries } from './plan-deliveries';
import { createProgress, type ProgressStream } from './progress';
import { createRandom } from './random';
import { type Retiming, retimeDeliveries, retimeTruth, startingNow } from './retime';
import { type Clock, sendDeliveries } from './send-deliveries';
import type { Delivery, Truth } from './service';
import { createTally, type Summary } from './summary';

/** The options that every run has, as the command line gives them. Speed is Infinity for `max`. */
export type RunOptions = {
  url: URL;
  anywhere?: boolean;
  id: string;
  secret: string;
  secretEncoding: SecretEncoding;
  speed: number;
  as: 'recorded' | 'now';
  connections: number;
  shuffle: boolean;
  repeat: number;
  delay: number;
  lose: number;
  forge: number;
};

/** Dependencies of a run. `today` is the wall clock in epoch ms. */
export type World = { clock: Clock; today: () => number; errors: ProgressStream };

/**
 * How `--as now` moves a service; null if it stays as recorded. At `max` nothing is scaled: the evening starts now and
 * is in the future. Throws an Error if no body has a time stamp.
 */
export function chooseRetiming(
  deliveries: readonly Delivery[],
  { as, speed }: Pick<RunOptions, 'as' | 'speed'>,
  now: number,
): Retiming | null {
  if (as === 'recorded') return null;
  const retiming = startingNow(deliveries, now, Number.isFinite(speed) ? speed : 1);
  if (retiming === null) throw new Error('--as now: no delivery has a time stamp to move');
  return retiming;
}

/** Throws an Error unless the address is on this machine or `--anywhere` was given. */
export function guardAddress({ url, anywhere }: Pick<RunOptions, 'url' | 'anywhere'>): void {
  if (isLoopback(url) || anywhere) return;
  throw new Error(`${url.origin} is not this machine: made-up courses would reach its kitchen. --anywhere allows it`);
}

/**
 * Plays a service to Heatlamp and counts the results. Progress goes to `world.errors`. If a truth was given, it also
 * returns that truth moved in time, still with lost deliveries.
 */
export async function simulate(
  service: { deliveries: readonly Delivery[]; truth: Truth | null },
  seed: number,
  options: RunOptions,
  world: World,
): Promise<{ summary: Summary; truth: Truth | null }> {
  guardAddress(options);
  const retiming = chooseRetiming(service.deliveries, options, world.today());
  const deliveries = retiming ? retimeDeliveries(service.deliveries, retiming) : service.deliveries;
  const postings = planDeliveries(deliveries, disturbance(options), createRandom(seed));

  const tally = createTally(seed, deliveries.length - postings.filter(({ kind }) => kind === 'delivery').length);
  const progress = createProgress(world.errors, postings.length, world.clock.now);
  const tookMs = await sendDeliveries(postings, destination(options), world.clock, (posting, reply) => {
    tally.count(posting, reply);
    progress.show(tally.answered());
  });
  progress.end();
  const truth = retiming && service.truth ? retimeTruth(service.truth, retiming) : service.truth;
  return { summary: tally.finish(tookMs), truth };
}

function disturbance(options: RunOptions): Disturbance {
  const { shuffle, repeat, lose, forge } = options;
  // Moving a service to now has already applied the speed.
  const speed = options.as === 'now' && Number.isFinite(options.speed) ? 1 : options.speed;
  return { speed, shuffle, repeat, lose, forge, delayMs: options.delay };
}

function destination({ url, id, secret, secretEncoding, connections }: RunOptions) {
  const key: SigningKey = { secret, secretEncoding, algorithm: 'sha256', signatureEncoding: 'base64' };
  return { url, subscriptionId: id, key, connections };
}
