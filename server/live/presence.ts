/** A screen with an open socket, and the branch that it shows. */
export type Present = { screen: number; branch: number };

/** Who is connected. The sockets say so; everybody else asks. */
export type Presence = {
  /** Returns the way out. */
  enter: (who: Present) => () => void;
  list: () => Iterable<Present>;
};

export function createPresence(): Presence {
  const present = new Set<Present>();
  return {
    enter({ screen, branch }) {
      // An own one for each socket: a screen may have several.
      const one = { screen, branch };
      present.add(one);
      return () => void present.delete(one);
    },
    list: () => present,
  };
}
