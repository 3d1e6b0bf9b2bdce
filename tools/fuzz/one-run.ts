import { between, createRandom, pick, type Random } from '../pos-simulator/random';
import { serviceUntil } from '../pos-simulator/service-until';
import { type ApiFacts, requestApi } from './api-case';
import { checkResponses } from './check-responses';
import { addressed, type DeliveryCase, headers, plain, unsigned, type ValidDelivery } from './delivery-case';
import { framed, garbage, huge, pipelined, slow } from './framing-case';
import { exchange } from './raw-http';
import { fuzzSocket } from './socket-case';

/** The server under test and the input of the runs. */
export type FuzzTarget = {
  url: URL;
  validDeliveries: readonly ValidDelivery[];
  api: ApiFacts;
  /** Screens that sockets take turns with. */
  socketTokens: readonly string[];
  seed: number;
};

export type RunResult = { kind: string; responses: string[]; violations: string[]; sent: DeliveryCase['sent'] };

const SLOW_SHARE = 0.003;
const HUGE_SHARE = 0.006;

/** Valid deliveries of a service that ends now. */
export function generateDeliveries(): ValidDelivery[] {
  const deliveries = serviceUntil(Date.now(), 8, { orders: 40, tables: 12, minutes: 60, faults: true });
  return deliveries.map(({ path, body }) => ({ path, body }));
}

/** The random numbers of a run, independent of other runs. */
export function randomOf(seed: number, run: number): Random {
  return createRandom((seed * 1_000_003 + run * 7_919) >>> 0);
}

/** Performs a run. The same seed and number send the same requests. */
export async function oneRun(target: FuzzTarget, run: number): Promise<RunResult> {
  const random = randomOf(target.seed, run);
  const chance = random();
  if (chance < 0.2) {
    const { status, violations } = await requestApi(target.url, target.api, random);
    return { kind: 'API', responses: [String(status)], violations, sent: [] };
  }
  if (chance < 0.28) {
    const token = target.socketTokens[run % target.socketTokens.length] ?? '';
    const violations = await fuzzSocket(target.url, token, target.api.knownIds, random);
    return { kind: 'socket', responses: [], violations, sent: [] };
  }
  const fuzzCase = deliveryCase(target.validDeliveries, random);
  const { pieces, ending, sent, timeoutMs } = fuzzCase;
  const received = await exchange(Number(target.url.port), {
    ...{ pieces, ending, timeoutMs, expected: ending === 'reset' ? 0 : Math.max(1, sent.length) },
  });
  const responses = received.map(({ status }) => String(status));
  return {
    kind: fuzzCase.kind,
    responses: responses.length > 0 ? responses : ['none'],
    violations: checkResponses(fuzzCase, received),
    sent,
  };
}

export function deliveryCase(validDeliveries: readonly ValidDelivery[], random: Random): DeliveryCase {
  const good = pick(random, validDeliveries);
  if (random() < SLOW_SHARE) return slow(good, random);
  if (random() < HUGE_SHARE) return huge(good, random, random() < 0.5);
  const chance = random();
  if (chance < 0.5) return plain(good, random);
  if (chance < 0.65) return unsigned(good, random);
  if (chance < 0.75) return headers(good, random);
  if (chance < 0.87) return framed(good, random);
  if (chance < 0.92) return pipelined([good, ...several(validDeliveries, random)], random);
  return chance < 0.98 ? addressed(good, random) : garbage(random);
}

function several(validDeliveries: readonly ValidDelivery[], random: Random): ValidDelivery[] {
  return Array.from({ length: between(random, 1, 9) }, () => pick(random, validDeliveries));
}
