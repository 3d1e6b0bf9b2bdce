/** How old the data was that a screen showed when it last said so (`board:painted`). Ages in ms, instants in epoch ms. */
export type ToldAge = { ageMs: number; at: number };

/** A screen with an open socket, the branch that it shows, and what it said of its glass; null until it says something. */
export type Present = { screen: number; branch: number; told: ToldAge | null };

/** Who is connected. The sockets say so; everybody else asks. */
export type Presence = {
  enter: (who: Pick<Present, 'screen' | 'branch'>) => Entered;
  list: () => Iterable<Readonly<Present>>;
};

export type Entered = { tell: (told: ToldAge) => void; leave: () => void };

export function createPresence(): Presence {
  const present = new Set<Present>();
  return {
    enter({ screen, branch }) {
      // An own one for each socket: a screen may have several.
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
