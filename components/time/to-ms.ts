/** An instant of the contract in epoch ms; null if there is none. */
export function toMs(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}
