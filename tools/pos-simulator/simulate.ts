import type { SecretEncoding, SigningKey } from '../../server/webhooks/sign';
import type { Delivery, Truth } from './generate-service';
import { isLoopback } from './option-values';
import {
  type Clock,
  type DeliveryFaults,
  type NoResponse,
  type PosResponse,
  type Posting,
  planDeliveries,
  sendDeliveries,
} from './post-delivery';
import { createRandom } from './random';
import { type Retiming, retimeDeliveries, retimeTruth, retimingToNow } from './retime';
import { createProgress, createTally, type ProgressStream, type Summary } from './summary';

/** The parsed options of a run. `speed` is Infinity for `max`. */
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
export type Environment = { clock: Clock; today: () => number; errors: ProgressStream };

/**
 * The retiming for `--as now`; null for `--as recorded`. At speed `max` intervals are not scaled, so that later events
 * are in the future. @throws Error if no body has a time stamp
 */
export function chooseRetiming(
  deliveries: readonly Delivery[],
  { as, speed }: Pick<RunOptions, 'as' | 'speed'>,
  now: number,
): Retiming | null {
  if (as === 'recorded') return null;
  const retiming = retimingToNow(deliveries, now, Number.isFinite(speed) ? speed : 1);
  if (retiming === null) throw new Error('--as now: no delivery has a time stamp');
  return retiming;
}

/** @throws Error unless the address is on this machine or `--anywhere` is given */
function checkAddress({ url, anywhere }: Pick<RunOptions, 'url' | 'anywhere'>): void {
  if (isLoopback(url) || anywhere) return;
  throw new Error(
    `${url.origin} is not on this machine, and generated courses could reach a real kitchen; --anywhere allows it`,
  );
}

/**
 * Posts a service and counts the responses. Progress, and each reason for which a delivery is not accepted, go to
 * `environment.errors`. Also returns the given truth, retimed and including lost deliveries.
 */
export async function simulate(
  service: { deliveries: readonly Delivery[]; truth: Truth | null },
  seed: number,
  options: RunOptions,
  environment: Environment,
): Promise<{ summary: Summary; truth: Truth | null }> {
  checkAddress(options);
  const retiming = chooseRetiming(service.deliveries, options, environment.today());
  const deliveries = retiming ? retimeDeliveries(service.deliveries, retiming) : service.deliveries;
  const postings = planDeliveries(deliveries, faultsOf(options), createRandom(seed));

  const tally = createTally(seed, deliveries.length - postings.filter(({ kind }) => kind === 'delivery').length);
  const progress = createProgress(environment.errors, environment.clock.now);
  const refusals = new Set<string>();
  const elapsedMs = await sendDeliveries(postings, destinationOf(options), environment.clock, (posting, response) => {
    tally.count(posting, response);
    const refusal = refusalOf(posting, response);
    if (refusal !== null && !refusals.has(refusal)) progress.note(`a delivery was not accepted: ${refusal}`);
    if (refusal !== null) refusals.add(refusal);
    progress.show(`${tally.answered()} of ${postings.length} deliveries`);
  });
  progress.end();
  const truth = retiming && service.truth ? retimeTruth(service.truth, retiming) : service.truth;
  return { summary: tally.finish(elapsedMs), truth };
}

/** Why a delivery was not accepted; null if it was, and for a forgery. */
function refusalOf({ kind }: Posting, response: PosResponse | NoResponse): string | null {
  if (kind === 'forged') return null;
  if ('failed' in response) return response.failed;
  return response.status === 200 ? null : `${response.status} ${response.code ?? ''}`.trim();
}

function faultsOf(options: RunOptions): DeliveryFaults {
  const { shuffle, repeat, lose, forge } = options;
  // Retiming has already applied the speed.
  const speed = options.as === 'now' && Number.isFinite(options.speed) ? 1 : options.speed;
  return { speed, shuffle, repeat, lose, forge, delayMs: options.delay };
}

function destinationOf({ url, id, secret, secretEncoding, connections }: RunOptions) {
  const key: SigningKey = { secret, secretEncoding, algorithm: 'sha256', signatureEncoding: 'base64' };
  return { url, subscriptionId: id, key, connections };
}
