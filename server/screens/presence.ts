/** The age in ms of the data that a screen showed at `at`, epoch ms, as it last reported (`board:painted`). */
export type ToldAge = { ageMs: number; at: number };

/** A screen with an open socket, the branch that it shows, and its last report; null before the first one. */
export type Present = { screen: number; branch: number; told: ToldAge | null };

/** The screens that are connected now. */
export type Presence = {
  enter: (who: Pick<Present, 'screen' | 'branch'>) => Entered;
  list: () => Iterable<Readonly<Present>>;
};

export type Entered = { tell: (told: ToldAge) => void; leave: () => void };

export function createPresence(): Presence {
  const present = new Set<Present>();
  return {
    enter({ screen, branch }) {
      // One entry for each socket: a screen may have several.
      const one: Present = { screen, branch, told: null };
      present.add(one);
      return {
        tell(told) {
          one.told = told;
        },
        leave: () => void present.delete(one),
      };
    },
    list: () => present,
  };
}
