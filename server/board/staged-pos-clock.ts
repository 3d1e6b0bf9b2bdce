import { posOffset } from '../../domain/pos-offset';
import { type BranchState, recordReceipt } from './branch-state';

/** The offset of a branch's POS clock within a transaction, from the receipts in memory and the staged ones. */
export class StagedPosClock {
  readonly #state: BranchState;
  readonly #receipts: { receivedAt: number; at: number }[] = [];
  /** A copy of the branch's `leastByMinute`; null while no receipt is staged. */
  #leastByMinute: Map<number, number> | null = null;
  #offsetMs: number | null;

  constructor(state: BranchState) {
    this.#state = state;
    this.#offsetMs = state.posOffsetMs;
  }

  /** Records when a delivery was received (server time), and the instant of its event (POS time). */
  record(receivedAt: number, at: number): void {
    this.#receipts.push({ receivedAt, at });
    this.#leastByMinute ??= new Map(this.#state.leastByMinute);
    recordReceipt(this.#leastByMinute, receivedAt, at);
    this.#offsetMs = null;
  }

  offsetMs(): number {
    this.#offsetMs ??= this.#leastByMinute === null ? this.#state.posOffsetMs : posOffset(this.#leastByMinute);
    return this.#offsetMs;
  }

  /** For each minute of a staged receipt, the least difference in ms between receipt and event. */
  leastOfStaged(): [minute: number, least: number][] {
    const least = new Map<number, number>();
    for (const { receivedAt, at } of this.#receipts) recordReceipt(least, receivedAt, at);
    return [...least];
  }

  /** Moves the staged receipts to memory. */
  apply(): void {
    for (const { receivedAt, at } of this.#receipts) recordReceipt(this.#state.leastByMinute, receivedAt, at);
    if (this.#receipts.length > 0) this.#state.posOffsetMs = posOffset(this.#state.leastByMinute);
  }
}
