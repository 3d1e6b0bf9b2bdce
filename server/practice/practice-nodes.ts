import type { PracticeRules, PracticeRun } from '../../domain/practice';

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
export type Begun = { node: number | null };

/** The nodes on which practices begin. A practice is over with its node. */
export type PracticeNodes = {
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
