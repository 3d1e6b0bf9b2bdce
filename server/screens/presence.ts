import { randomUUID } from 'node:crypto';
import type { DeviceReport, ScreenCommand } from '../../contract/live';

/** The age in ms of the data that a screen showed at `at`, epoch ms, as it last reported (`board:painted`). */
type ReportedAge = { ageMs: number; at: number };

/**
 * A screen that is connected: the id of the connection, which is the same on all nodes, the branch that it shows, and its
 * last report, which is null before the first one.
 */
export type Present = {
  id: string;
  screen: number;
  branch: number;
  /** When its socket was opened, or when it last asked for its board over HTTP, epoch ms. */
  since: number;
  /** Asks for its board over HTTP, because a socket fails: it receives no commands. */
  isPolling: boolean;
  age: ReportedAge | null;
  /** Whether its pages are those of the server, as it last reported; null if it did not say. */
  isCurrent: boolean | null;
  /** What it last reported about its device; null if it did not. */
  device: DeviceReport | null;
  send: (command: ScreenCommand) => void;
  /** Closes its connection; it connects again by itself, and so learns what changed about it. */
  reconnect: () => void;
};

/** The screens that are connected now. */
export type Presence = {
  enter: (who: Omit<Present, keyof Report | 'isPolling'>) => Entered;
  /** Records that a screen asked for its board over HTTP at `at`, epoch ms. It leaves when it no longer asks. */
  poll: (who: Pick<Present, 'screen' | 'branch'>, at: number) => void;
  /** Those of all nodes. */
  list: () => Iterable<Readonly<Present>>;
  /** Those of this node. */
  own: () => Iterable<Readonly<Present>>;
  /** Sets those of another node. It has to repeat them every few seconds. */
  setOthers: (node: number, screens: readonly Present[]) => void;
  /** Sets the function that is called when a screen of this node comes or goes. */
  onChange: (listener: () => void) => void;
};

/** What a screen says when it has drawn its board. */
type Report = Pick<Present, 'age' | 'isCurrent' | 'device'>;

export type Entered = { report: (report: Report) => void; leave: () => void };

/** A node that was silent for this long is gone. */
const SILENT_MS = 12_000;
/** A page asks again two seconds after each answer, and waits for an answer for up to eight. */
const POLLS_WITHIN_MS = 12_000;

export function createPresence(monotonicNow: () => number): Presence {
  const present = new Set<Present>();
  const polling = new Map<string, { one: Present; leaving: NodeJS.Timeout }>();
  const others = new Map<number, { screens: readonly Present[]; heardAt: number }>();
  let onChange = () => {};
  const fromOthers = () =>
    [...others.values()].flatMap(({ screens, heardAt }) => (monotonicNow() - heardAt < SILENT_MS ? screens : []));
  const add = (who: Omit<Present, keyof Report>) => {
    const one: Present = { ...who, age: null, isCurrent: null, device: null };
    present.add(one);
    onChange();
    return one;
  };
  const remove = (one: Present) => {
    present.delete(one);
    onChange();
  };
  return {
    enter(who) {
      // One entry for each socket: a screen may have several.
      const one = add({ ...who, isPolling: false });
      return { report: (report) => void Object.assign(one, report), leave: () => remove(one) };
    },
    poll({ screen, branch }, at) {
      const key = `${screen}/${branch}`;
      const known = polling.get(key);
      if (known) {
        known.one.since = at;
        known.leaving.refresh();
        return;
      }
      const nothing = () => {};
      const one = add({
        id: randomUUID(),
        screen,
        branch,
        since: at,
        isPolling: true,
        send: nothing,
        reconnect: nothing,
      });
      const leave = () => {
        polling.delete(key);
        remove(one);
      };
      polling.set(key, { one, leaving: setTimeout(leave, POLLS_WITHIN_MS).unref() });
    },
    list: () => (others.size === 0 ? present : [...present, ...fromOthers()]),
    own: () => present,
    setOthers(node, screens) {
      if (screens.length === 0) others.delete(node);
      else others.set(node, { screens, heardAt: monotonicNow() });
    },
    onChange(listener) {
      onChange = listener;
    },
  };
}
