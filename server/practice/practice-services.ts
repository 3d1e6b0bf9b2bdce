import { randomInt } from 'node:crypto';
import { PRACTICE_ORDER_KEYS, type PracticeEnd, type PracticeSpeed } from '../../contract/constants';
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
import type { Begun, PracticeNodes, PracticePlace } from './practice-nodes';

/** A practice service as nodes send it to each other. */
export type SharedService = Omit<PracticeService, 'script'>;

type Wish = { speed: PracticeSpeed; language: Language; by: string | null };

export type PracticeService = PracticeRun &
  Begun & {
    kind: 'service';
    speed: PracticeSpeed;
    language: Language;
    /** Who began it. */
    by: string | null;
    /** The revision of the branch before it. */
    revision: number;
    /** In order of receipt. */
    actions: PracticeAction[];
    ended: { why: PracticeEnd; at: number } | null;
  };

/** The last practice service of each branch. */
type PracticeServices = {
  begin: (branch: number, wish: Wish) => void;
  end: (service: PracticeService, why: PracticeEnd) => void;
  /** The service of a branch, ended if it is over; null a minute after that. */
  of: (branch: number) => PracticeService | null;
  stateOf: (service: PracticeService) => PracticeState;
  /** The service of each branch, for other nodes. */
  shared: () => SharedService[];
  /** Takes over what another node has of a service. Returns whether anything is new here. */
  merge: (theirs: SharedService) => boolean;
  /** Whether another node lacks something of what was merged with its own. */
  isBehind: (theirs: SharedService) => boolean;
  /** The running service with this order. */
  withOrder: (orderKey: number) => PracticeService | null;
};

/** How long screens say that a practice has ended. */
const END_SHOWN_MS = 60_000;
/** More orders than a script has. */
const KEYS_EACH = 100;
const RUNS = 9_999_999;

export function createPracticeServices(place: PracticePlace, nodes: PracticeNodes): PracticeServices {
  const { now } = place;
  const services = new Map<number, PracticeService>();

  const stateOf = (service: PracticeService) =>
    practiceState(service, service.actions, nodes.nowOf(service), place.rules(service.branch));

  /** F28b: why a service is over, if it is. */
  function endOf(service: PracticeService): PracticeEnd | null {
    const { branch, node, revision } = service;
    if (place.deliveredIn(branch) > revision) return 'real-work';
    // Until then memory may have courses that were served before the service began on another node.
    const isFollowed = node === nodes.own || place.revision(branch) >= revision;
    if (isFollowed && place.openCourses(branch) > 0) return 'real-work';
    return isPracticeOver(service, nodes.nowOf(service)) || stateOf(service).left === 0 ? 'over' : null;
  }

  function end(service: PracticeService, why: PracticeEnd): void {
    service.ended = { why, at: why === 'over' ? Math.min(now(), practiceUntil(service)) : now() };
    service.actions = [];
  }

  function of(branch: number): PracticeService | null {
    const service = services.get(branch);
    if (!service) return null;
    if (nodes.isGone(service)) {
      services.delete(branch);
      return null;
    }
    const why = service.ended ? null : endOf(service);
    if (why) end(service, why);
    const { ended } = service;
    if (!ended || Math.abs(now() - ended.at) < END_SHOWN_MS) return service;
    services.delete(branch);
    return null;
  }

  return {
    begin(branch, { speed, language, by }) {
      services.set(branch, {
        ...{ kind: 'service', branch, node: nodes.own, beganAt: now(), posOffsetMs: place.posOffsetMs(branch) },
        // By chance, so that no two nodes give out the same keys.
        ...{ script: serviceScript(language), speed, firstKey: PRACTICE_ORDER_KEYS + randomInt(RUNS) * KEYS_EACH },
        ...{ language, by, revision: place.revision(branch), actions: [], ended: null },
      });
    },
    end,
    of,
    stateOf,
    shared: () => [...services.keys()].flatMap((branch) => of(branch) ?? []).map(({ script: _, ...shared }) => shared),
    merge(theirs) {
      const ours = of(theirs.branch);
      if (ours?.firstKey !== theirs.firstKey) {
        if (ours && !replaces(theirs, ours)) return false;
        services.set(theirs.branch, { ...theirs, script: serviceScript(theirs.language) });
        return true;
      }
      if (ours.ended) return false;
      const known = new Set(ours.actions.map(({ id }) => id));
      const news = theirs.actions.filter(({ id }) => !known.has(id));
      ours.ended = theirs.ended;
      ours.actions = theirs.ended ? [] : [...ours.actions, ...news].sort(inOrderOfReceipt);
      return theirs.ended !== null || news.length > 0;
    },
    isBehind(theirs) {
      const ours = of(theirs.branch);
      if (ours?.firstKey !== theirs.firstKey) return ours !== null;
      return theirs.ended === null && (ours.ended !== null || ours.actions.length > theirs.actions.length);
    },
    withOrder(orderKey) {
      if (orderKey < PRACTICE_ORDER_KEYS) return null;
      const isOf = ({ firstKey }: PracticeService) => firstKey <= orderKey && orderKey < firstKey + KEYS_EACH;
      const found = [...services.values()].find(isOf);
      return found && of(found.branch)?.ended === null ? found : null;
    },
  };
}

/** Whether a service is to be shown in place of another one of the branch. All nodes decide alike. */
function replaces(theirs: SharedService, ours: PracticeService): boolean {
  if ((theirs.ended === null) !== (ours.ended === null)) return theirs.ended === null;
  return theirs.beganAt === ours.beganAt ? theirs.firstKey > ours.firstKey : theirs.beganAt > ours.beganAt;
}

function inOrderOfReceipt(a: PracticeAction, b: PracticeAction): number {
  return a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1);
}
