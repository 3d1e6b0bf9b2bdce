import { PRACTICE_ORDER_KEYS, type PracticeEnd } from '../../contract/live';
import type { PracticeSpeed } from '../../contract/practice';
import {
  isPracticeOver,
  type PracticeAction,
  type PracticeRun,
  type PracticeState,
  practiceState,
  practiceUntil,
} from '../../domain/practice';
import { serviceScript } from '../../domain/practice-scripts';
import type { Language } from '../../lib/language';
import type { PracticePlace } from './practice-place';

export type PracticeService = PracticeRun & {
  kind: 'service';
  speed: PracticeSpeed;
  /** Who began it. */
  by: string | null;
  /** When the POS last sent something before it (server time). */
  lastDeliveryAt: number | null;
  actions: PracticeAction[];
  ended: { why: PracticeEnd; at: number } | null;
};

/** The last practice service of each branch. */
export type PracticeServices = {
  begin: (branch: number, wish: { speed: PracticeSpeed; language: Language; by: string | null }) => void;
  end: (service: PracticeService, why: PracticeEnd) => void;
  /** The service of a branch, ended if it is over; null a minute after that. */
  of: (branch: number) => PracticeService | null;
  stateOf: (service: PracticeService) => PracticeState;
  /** The running service with this order. */
  withOrder: (orderKey: number) => PracticeService | null;
};

/** How long screens say that a practice has ended. */
const END_SHOWN_MS = 60_000;
/** More orders than a script has. */
const KEYS_EACH = 100;
const RUNS = 9_999_999;

export function createPracticeServices(place: PracticePlace): PracticeServices {
  const { now } = place;
  const services = new Map<number, PracticeService>();
  let begun = 0;

  const stateOf = (service: PracticeService) =>
    practiceState(service, service.actions, now(), place.rules(service.branch));

  /** F28b: why a service is over, if it is. */
  function endOf(service: PracticeService): PracticeEnd | null {
    const { branch, lastDeliveryAt } = service;
    if (place.lastDeliveryAt(branch) !== lastDeliveryAt || place.openCourses(branch) > 0) return 'real-work';
    return isPracticeOver(service, now()) || stateOf(service).left === 0 ? 'over' : null;
  }

  function end(service: PracticeService, why: PracticeEnd): void {
    service.ended = { why, at: why === 'over' ? Math.min(now(), practiceUntil(service)) : now() };
    service.actions = [];
  }

  function of(branch: number): PracticeService | null {
    const service = services.get(branch);
    if (!service) return null;
    const why = service.ended ? null : endOf(service);
    if (why) end(service, why);
    const { ended } = service;
    if (!ended || Math.abs(now() - ended.at) < END_SHOWN_MS) return service;
    services.delete(branch);
    return null;
  }

  return {
    begin(branch, { speed, language, by }) {
      begun = (begun + 1) % RUNS;
      services.set(branch, {
        ...{ kind: 'service', branch, beganAt: now(), posOffsetMs: place.posOffsetMs(branch) },
        ...{ script: serviceScript(language), speed, firstKey: PRACTICE_ORDER_KEYS + begun * KEYS_EACH },
        ...{ by, lastDeliveryAt: place.lastDeliveryAt(branch), actions: [], ended: null },
      });
    },
    end,
    of,
    stateOf,
    withOrder(orderKey) {
      if (orderKey < PRACTICE_ORDER_KEYS) return null;
      const isOf = ({ firstKey }: PracticeService) => firstKey <= orderKey && orderKey < firstKey + KEYS_EACH;
      const found = [...services.values()].find(isOf);
      return found && of(found.branch)?.ended === null ? found : null;
    },
  };
}
