import type { DeviceReport, ScreenCommand } from '../../contract/live';

/** The age in ms of the data that a screen showed at `at`, epoch ms, as it last reported (`board:painted`). */
export type ReportedAge = { ageMs: number; at: number };

/** A screen with an open socket, the branch that it shows, and its last report; null before the first one. */
export type Present = {
  screen: number;
  branch: number;
  /** When its socket was opened, epoch ms. */
  since: number;
  age: ReportedAge | null;
  /** Whether its pages are those of the server, as it last reported; null if it did not say. */
  isCurrent: boolean | null;
  /** What it last said about its device; null if it did not say. */
  device: DeviceReport | null;
  send: (command: ScreenCommand) => void;
  /** Closes its connection; it connects again by itself, and so learns what changed about it. */
  reconnect: () => void;
};

/** The screens that are connected now. */
export type Presence = {
  enter: (who: Omit<Present, keyof Report>) => Entered;
  list: () => Iterable<Readonly<Present>>;
};

/** What a screen says when it has drawn its board. */
type Report = Pick<Present, 'age' | 'isCurrent' | 'device'>;

export type Entered = { report: (report: Report) => void; leave: () => void };

export function createPresence(): Presence {
  const present = new Set<Present>();
  return {
    enter(who) {
      // One entry for each socket: a screen may have several.
      const one: Present = { ...who, age: null, isCurrent: null, device: null };
      present.add(one);
      return {
        report: (report) => void Object.assign(one, report),
        leave: () => void present.delete(one),
      };
    },
    list: () => present,
  };
}
