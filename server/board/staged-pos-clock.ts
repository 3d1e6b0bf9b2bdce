import { posOffset } from '../../domain/pos-offset';
import { type BranchState, type KeptReceipts, type Receipt, recordReceipt } from './branch-state';

/** The offset of a branch's POS clock within a transaction, from the receipts in memory and the staged ones. */
export class StagedPosClock {
  readonly #state: BranchState;
  readonly #receipts: Receipt[] = [];
  /** A copy of what the branch keeps, with the staged receipts; null while there are none. */
  #kept: KeptReceipts | null = null;
  #offsetMs: number | null;

  constructor(state: BranchState) {
    this.#state = state;
    this.#offsetMs = state.posOffsetMs;
  }

  record(receipt: Receipt): void {
    this.#receipts.push(receipt);
    const { leastByMinute, earlyReceipts } = this.#state;
    this.#kept ??= { leastByMinute: new Map(leastByMinute), earlyReceipts };
    recordReceipt(this.#kept, receipt);
    this.#offsetMs = null;
  }

  offsetMs(): number {
    this.#offsetMs ??= this.#kept === null ? this.#state.posOffsetMs : offsetOf(this.#kept);
    return this.#offsetMs;
  }

  /** For each minute of a staged receipt, the least difference in ms between receipt and event. */
  leastOfStaged(): [minute: number, least: number][] {
    const kept: KeptReceipts = { leastByMinute: new Map(), earlyReceipts: [] };
    for (const receipt of this.#receipts) recordReceipt(kept, receipt);
    return [...kept.leastByMinute];
  }

  /** Moves the staged receipts to memory. */
  apply(): void {
    for (const receipt of this.#receipts) recordReceipt(this.#state, receipt);
    if (this.#receipts.length > 0) this.#state.posOffsetMs = offsetOf(this.#state);
  }
}

function offsetOf({ leastByMinute, earlyReceipts }: KeptReceipts): number {
  return posOffset(leastByMinute, earlyReceipts);
}
