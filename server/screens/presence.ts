/** The age in ms of the data that a screen showed at `at`, epoch ms, as it last reported (`board:painted`). */
export type ReportedAge = { ageMs: number; at: number };

/** A screen with an open socket, the branch that it shows, and its last report; null before the first one. */
export type Present = { screen: number; branch: number; age: ReportedAge | null };

/** The screens that are connected now. */
export type Presence = {
  enter: (who: Pick<Present, 'screen' | 'branch'>) => Entered;
  list: () => Iterable<Readonly<Present>>;
};

export type Entered = { report: (age: ReportedAge) => void; leave: () => void };

export function createPresence(): Presence {
  const present = new Set<Present>();
  return {
    enter({ screen, branch }) {
      // One entry for each socket: a screen may have several.
      const one: Present = { screen, branch, age: null };
      present.add(one);
      return {
        report(age) {
          one.age = age;
        },
        leave: () => void present.delete(one),
      };
    },
    list: () => present,
  };
}
