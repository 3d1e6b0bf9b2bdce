import { generateService } from '../pos-simulator/generate-service';
import { between, createRandom, pick, type Random } from '../pos-simulator/random';
import { retimeDeliveries } from '../pos-simulator/retime';
import { type ApiFacts, askApi } from './api-case';
import { checkAnswers } from './check-answer';
import { addressed, type DeliveryCase, type Good, headers, plain, unsigned } from './delivery-case';
import { framed, garbage, huge, pipelined, slow } from './framing-case';
import { talk } from './raw-http';
import { speakToSocket } from './socket-case';

/** The server and the input of a run. */
export type Ground = { url: URL; goods: readonly Good[]; api: ApiFacts; token: string; seed: number };

export type RunSeen = { kind: string; answers: string[]; broken: string[]; sent: DeliveryCase['sent'] };

const SHARE_SLOW = 0.003;
const SHARE_HUGE = 0.006;

/** Valid deliveries of the POS, up to now. */
export function goodDeliveries(): Good[] {
  const { deliveries } = generateService(8, { orders: 40, tables: 12, minutes: 60, faults: true });
  const instants = deliveries.map(({ body }) => Date.parse(/"eventTimestamp":"([^"]+)"/.exec(body)?.[1] ?? ''));
  const retiming = { from: Math.max(...instants), to: Date.now(), speed: 1 };
  return retimeDeliveries(deliveries, retiming).map(({ path, body }) => ({ path, body }));
}

/** The random numbers of a run, independent of the runs before it. */
export function randomOf(seed: number, run: number): Random {
  return createRandom((seed * 1_000_003 + run * 7_919) >>> 0);
}

/** The run of this number: the same seed and number do the same. */
export async function oneRun(ground: Ground, run: number): Promise<RunSeen> {
  const random = randomOf(ground.seed, run);
  const chance = random();
  if (chance < 0.2) {
    const { status, broken } = await askApi(ground.url, ground.api, random);
    return { kind: 'API', answers: [String(status)], broken, sent: [] };
  }
  if (chance < 0.28) {
    const broken = await speakToSocket(ground.url, ground.token, ground.api.known, random);
    return { kind: 'socket', answers: [], broken, sent: [] };
  }
  const sentCase = deliveryCase(ground.goods, random);
  const { pieces, ending, sent, patienceMs } = sentCase;
  const received = await talk(Number(ground.url.port), {
    ...{ pieces, ending, patienceMs, expected: ending === 'reset' ? 0 : Math.max(1, sent.length) },
  });
  const answers = received.answers.map(({ status }) => String(status));
  return {
    kind: sentCase.kind,
    answers: answers.length > 0 ? answers : ['none'],
    broken: checkAnswers(sentCase, received),
    sent,
  };
}

export function deliveryCase(goods: readonly Good[], random: Random): DeliveryCase {
  const good = pick(random, goods);
  if (random() < SHARE_SLOW) return slow(good, random);
  if (random() < SHARE_HUGE) return huge(good, random, random() < 0.5);
  const chance = random();
  if (chance < 0.5) return plain(good, random);
  if (chance < 0.65) return unsigned(good, random);
  if (chance < 0.75) return headers(good, random);
  if (chance < 0.87) return framed(good, random);
  if (chance < 0.92) return pipelined([good, ...several(goods, random)], random);
  return chance < 0.98 ? addressed(good, random) : garbage(random);
}

function several(goods: readonly Good[], random: Random): Good[] {
  return Array.from({ length: between(random, 1, 9) }, () => pick(random, goods));
}
