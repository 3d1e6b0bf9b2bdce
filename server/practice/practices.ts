import { randomInt } from 'node:crypto';
import { PRACTICE_ORDER_KEYS, type PracticeEnd, type PracticeSpeed, TEST_ORDER_KEY } from '../../contract/constants';
import type { Practice } from '../../contract/live';
import type { PracticeStatus, TestReport } from '../../contract/set-up';
import { toIso } from '../../domain/fact';
import {
  isPracticeOver,
  type PracticeAction,
  type PracticeRules,
  type PracticeRun,
  type PracticeState,
  practiceAt,
  practiceState,
  practiceUntil,
  testStep,
} from '../../domain/practice';
import { serviceScript, TEST_SCRIPT } from '../../domain/practice-scripts';
import type { Language } from '../../lib/language';
import { createListeners } from '../../lib/listeners';

/** What a practice needs of the branch in which it runs. */
export type PracticePlace = {
  /** How far the clock of its POS is behind, in ms. */
  posOffsetMs: (branch: number) => number;
  /** How many commits about it are in memory. */
  revision: (branch: number) => number;
  /** The revision of the newest commit with a delivery of its POS; 0 if none is known. */
  deliveredIn: (branch: number) => number;
  /** How many real courses wait for somebody. */
  openCourses: (branch: number) => number;
  rules: (branch: number) => PracticeRules;
  /** Server time, epoch ms. */
  now: () => number;
};

/** On which node a practice began; null where there is only one. */
type Begun = { node: number | null };

/** The nodes on which practices begin. A practice is over with its node. */
type PracticeNodes = {
  own: number | null;
  /** Call with each message of another node. */
  receivedFrom: (node: number) => void;
  /** Whether the node of a practice is gone. */
  isGone: (practice: Begun) => boolean;
  /** Server time for a practice. */
  nowOf: (practice: Begun & Pick<PracticeRun, 'beganAt'>) => number;
};

/** A node that was silent for this long is gone. */
const SILENT_MS = 12_000;

type Kind = PracticeRun['kind'];

/** A test course or a practice service of a branch. */
type Practised = PracticeRun &
  Begun & {
    speed: PracticeSpeed;
    language: Language;
    /** Who began a service. */
    by: string | null;
    /** The revision of the branch before it. */
    revision: number;
    /** In order of receipt. */
    actions: PracticeAction[];
    /** The ids of the screens that have drawn a test course. */
    seenOn: number[];
    ended: { why: PracticeEnd; at: number } | null;
  };

/** What is practised in a branch, as nodes send it to each other. */
export type SharedPractice = Omit<Practised, 'script'>;

/** A practice that runs, with what is needed to fold an action on one of its tickets. */
type RunningPractice = Pick<PracticeRun, 'branch' | 'posOffsetMs'> &
  PracticeState & { actions: readonly PracticeAction[]; rules: PracticeRules };

/** Test courses and practice services of all branches and nodes. They are in memory only: nothing about them is stored. */
export type Practices = {
  /** Begins a test course, unless something is practised in this branch. */
  beginTest: (branch: number) => void;
  /** Begins a practice service, in place of what is practised in this branch. */
  begin: (branch: number, wish: { speed: PracticeSpeed; language: Language; by: string | null }) => void;
  /** Ends a practice service. Returns whether one ran. */
  stop: (branch: number) => boolean;
  /** What the screens of a branch show of it now. */
  of: (branch: number) => Practice | null;
  /** Notes that a screen has drawn these tickets. */
  painted: (branch: number, screen: number, ticketIds: readonly string[]) => void;
  /** The last test course in a branch since the server started. */
  testReport: (branch: number) => TestReport | null;
  /** How many real courses wait for somebody, and the practice service until a minute after its end. */
  report: (branch: number) => Omit<PracticeStatus, 'serverTime'>;
  /** The practice with this order, while it runs. */
  withOrder: (orderKey: number) => RunningPractice | null;
  /** Returns the state after the action, also if that ends the practice; null if none runs. */
  addAction: (branch: number, action: PracticeAction) => PracticeState | null;
  /** Calls back with a branch whose screens must learn of a change at once, and whether it was made on this node. */
  onChange: (listener: PracticeListener) => () => void;
  /** What is practised in a branch, for other nodes. */
  shared: (branch: number) => SharedPractice[];
  /** What began on this node. It has to be sent every few seconds: other nodes end it when this one is silent. */
  sharedOfNode: () => SharedPractice[];
  /** Takes over what another node has sent. */
  receive: (node: number, practices: readonly SharedPractice[]) => void;
};

type PracticeListener = (branch: number, isOwn: boolean) => void;

/** How long screens say that a practice has ended. */
const END_SHOWN_MS = 60_000;
/** More orders than a script has. */
const KEYS_EACH = 100;
const RUNS = 9_999_999;

export function createPractices(place: PracticePlace, nodes: PracticeNodes): Practices {
  const { now } = place;
  /** The last test course and the last practice service of each branch. */
  const runs = { test: new Map<number, Practised>(), service: new Map<number, Practised>() };
  const listeners = createListeners<Parameters<PracticeListener>>();
  const notify = (branch: number, isOwn = true) => listeners.notify(branch, isOwn);

  const stateOf = (run: Practised) => practiceState(run, run.actions, nodes.nowOf(run), place.rules(run.branch));

  /** F26a, F28b: why a practice is over, if it is. */
  function endOf(run: Practised): PracticeEnd | null {
    const { kind, branch, node, revision } = run;
    if (kind === 'service') {
      if (place.deliveredIn(branch) > revision) return 'real-work';
      // Until then memory may have courses that were served before the service began on another node.
      const isFollowed = node === nodes.own || place.revision(branch) >= revision;
      if (isFollowed && place.openCourses(branch) > 0) return 'real-work';
    }
    const isOver = isPracticeOver(run, nodes.nowOf(run)) || (kind === 'service' && stateOf(run).left === 0);
    return isOver ? 'over' : null;
  }

  function end(run: Practised, why: PracticeEnd): void {
    run.ended = { why, at: why === 'over' ? Math.min(now(), practiceUntil(run)) : now() };
    run.actions = [];
  }

  /** What is practised in a branch, until a minute after its end. */
  function find(kind: Kind, branch: number): Practised | null {
    const run = runs[kind].get(branch);
    if (!run || nodes.isGone(run)) return null;
    const why = run.ended ? null : endOf(run);
    if (why) end(run, why);
    return run.ended && Math.abs(now() - run.ended.at) >= END_SHOWN_MS ? null : run;
  }

  function running(kind: Kind, branch: number): Practised | null {
    const run = find(kind, branch);
    return run?.ended === null ? run : null;
  }

  function begin(
    kind: Kind,
    branch: number,
    firstKey: number,
    wish: Pick<Practised, 'speed' | 'language' | 'by'>,
  ): void {
    put({
      ...{ kind, branch, firstKey, node: nodes.own, beganAt: now(), posOffsetMs: place.posOffsetMs(branch) },
      ...{ ...wish, revision: place.revision(branch), actions: [], seenOn: [], ended: null },
    });
    notify(branch);
  }

  function put(run: SharedPractice): void {
    const { kind, branch, language } = run;
    if (kind === 'service' && run.ended === null) runs.test.delete(branch);
    runs[kind].set(branch, { ...run, script: kind === 'test' ? TEST_SCRIPT : serviceScript(language) });
  }

  const shared = () =>
    [...runs.service.values(), ...runs.test.values()].flatMap(({ kind, branch }): SharedPractice[] => {
      const run = kind === 'test' ? running(kind, branch) : find(kind, branch);
      if (!run) return [];
      const { script: _, ...sent } = run;
      return [sent];
    });

  /** Takes over what another node has of a practice. Returns whether anything is new here. */
  function merge(theirs: SharedPractice): boolean {
    const ours = find(theirs.kind, theirs.branch);
    if (!ours || !isSame(ours, theirs)) {
      if (ours && !replaces(theirs, ours)) return false;
      put(theirs);
      return true;
    }
    if (ours.ended) return false;
    const known = new Set(ours.actions.map(({ id }) => id));
    const actions = theirs.actions.filter(({ id }) => !known.has(id));
    const seenOn = theirs.seenOn.filter((screen) => !ours.seenOn.includes(screen));
    ours.ended = theirs.ended;
    ours.actions = theirs.ended ? [] : [...ours.actions, ...actions].sort(inOrderOfReceipt);
    ours.seenOn.push(...seenOn);
    return theirs.ended !== null || actions.length + seenOn.length > 0;
  }

  /** Whether another node lacks something of what was merged with its own. */
  function isBehind(theirs: SharedPractice): boolean {
    const ours = find(theirs.kind, theirs.branch);
    if (!ours || !isSame(ours, theirs)) return ours !== null;
    const hasMore = ours.actions.length > theirs.actions.length || ours.seenOn.length > theirs.seenOn.length;
    return theirs.ended === null && (ours.ended !== null || hasMore);
  }

  return {
    beginTest(branch) {
      if (running('service', branch) || running('test', branch)) return;
      begin('test', branch, TEST_ORDER_KEY, { speed: 1, language: 'en', by: null });
    },
    // By chance, so that no two nodes give out the same keys.
    begin: (branch, wish) => begin('service', branch, PRACTICE_ORDER_KEYS + randomInt(RUNS) * KEYS_EACH, wish),
    stop(branch) {
      const service = running('service', branch);
      if (!service) return false;
      end(service, 'stopped');
      notify(branch);
      return true;
    },
    of(branch) {
      const shown = running('service', branch) ?? running('test', branch);
      if (shown) return practiceAt(shown, shown.actions, nodes.nowOf(shown), place.rules(branch));
      const service = find('service', branch);
      return service?.ended ? endedPractice(service, service.ended.why) : null;
    },
    painted(branch, screen, ticketIds) {
      const test = running('test', branch);
      if (!test || test.seenOn.includes(screen)) return;
      const shown = practiceAt(test, [], nodes.nowOf(test), place.rules(branch));
      if (!shown?.tickets.some(({ id }) => ticketIds.includes(id))) return;
      test.seenOn.push(screen);
      notify(branch);
    },
    testReport(branch) {
      const test = runs.test.get(branch);
      if (!test) return null;
      return { step: running('test', branch) ? testStep(test, nodes.nowOf(test)) : 'gone', seenOn: test.seenOn };
    },
    report(branch) {
      const openCourses = place.openCourses(branch);
      const service = find('service', branch);
      if (!service) return { openCourses, practice: null };
      const { beganAt, speed, by, ended } = service;
      const times = { startedAt: toIso(beganAt), until: toIso(practiceUntil(service)), speed, by };
      const left = ended ? 0 : stateOf(service).left;
      return { openCourses, practice: { ...times, ended: ended?.why ?? null, left } };
    },
    withOrder(orderKey) {
      const isOf = ({ firstKey }: Practised) => firstKey <= orderKey && orderKey < firstKey + KEYS_EACH;
      const found = [...runs.service.values()].find(isOf);
      if (!found || running('service', found.branch) !== found) return null;
      const { branch, posOffsetMs, actions } = found;
      return { branch, posOffsetMs, actions, rules: place.rules(branch), ...stateOf(found) };
    },
    addAction(branch, action) {
      const service = running('service', branch);
      if (!service) return null;
      service.actions.push(action);
      const state = stateOf(service);
      notify(branch);
      return state;
    },
    onChange: listeners.subscribe,
    shared: (branch) => shared().filter((practice) => practice.branch === branch),
    sharedOfNode: () => shared().filter(({ node }) => node === nodes.own),
    receive(node, practices) {
      nodes.receivedFrom(node);
      for (const practice of practices) {
        if (merge(practice)) notify(practice.branch, false);
        // A message to it was lost.
        if (isBehind(practice)) notify(practice.branch);
      }
    },
  };
}

function endedPractice(service: Practised, ended: PracticeEnd): Practice {
  return { kind: 'service', until: toIso(practiceUntil(service)), ended, tickets: [], tables: [] };
}

function isSame(a: SharedPractice, b: SharedPractice): boolean {
  return a.node === b.node && a.beganAt === b.beganAt && a.firstKey === b.firstKey;
}

/** Whether a practice is to be shown in place of another one of its kind and branch. All nodes decide alike. */
function replaces(theirs: SharedPractice, ours: SharedPractice): boolean {
  if ((theirs.ended === null) !== (ours.ended === null)) return theirs.ended === null;
  if (theirs.beganAt !== ours.beganAt) return theirs.beganAt > ours.beganAt;
  return theirs.firstKey === ours.firstKey ? (theirs.node ?? 0) > (ours.node ?? 0) : theirs.firstKey > ours.firstKey;
}

function inOrderOfReceipt(a: PracticeAction, b: PracticeAction): number {
  return a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1);
}

/** `now` is server time, epoch ms. */
export function createPracticeNodes(
  own: number | null,
  { now, monotonicNow }: { now: () => number; monotonicNow: () => number },
): PracticeNodes {
  const receivedAt = new Map<number, number>();
  return {
    own,
    receivedFrom: (node) => void receivedAt.set(node, monotonicNow()),
    isGone({ node }) {
      if (node === own || node === null) return false;
      return monotonicNow() - (receivedAt.get(node) ?? Number.NEGATIVE_INFINITY) >= SILENT_MS;
    },
    // The clock of this node may be behind that of the node on which the practice began.
    nowOf: ({ node, beganAt }) => (node === own ? now() : Math.max(now(), beganAt)),
  };
}
