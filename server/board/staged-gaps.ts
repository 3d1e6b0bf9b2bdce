import type { Gap } from '../../domain/gap';
import type { BranchState } from './branch-state';

const MAX_GAPS = 20;

/** F21: the gaps in reception of a branch that a transaction adds or ends. */
export class StagedGaps {
  readonly #state: BranchState;
  readonly #staged: Gap[] = [];

  constructor(state: BranchState) {
    this.#state = state;
  }

  /** Adds a gap, or ends an existing one. */
  put(gap: Gap): void {
    this.#staged.push(gap);
  }

  /** F21c: ends a silence at an instant (server time), because a delivery arrived or no course is in progress any more. */
  endSilence(at: number): void {
    for (const gap of this.#state.gaps)
      if (gap.to === null && !this.#isStaged(gap)) this.#staged.push({ ...gap, to: Math.max(gap.from, at) });
  }

  toWrite(): readonly Gap[] {
    return this.#staged;
  }

  /** Moves the staged gaps to memory, which holds the newest. */
  apply(): void {
    if (this.#staged.length === 0) return;
    const unchanged = this.#state.gaps.filter((gap) => !this.#isStaged(gap));
    this.#state.gaps = [...unchanged, ...this.#staged].slice(-MAX_GAPS);
  }

  #isStaged({ from, cause }: Gap): boolean {
    return this.#staged.some((gap) => gap.from === from && gap.cause === cause);
  }
}
