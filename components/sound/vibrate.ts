/** Two long pulses, noticeable in a pocket and unlike a phone's own patterns. In ms, pulses and rests in turn. */
export const MINE_PULSES: readonly number[] = [220, 120, 220];

/** Returns whether the device accepted the pattern: many cannot vibrate, and none does before the page is touched. */
export function vibrate(pattern: readonly number[]): boolean {
  return typeof navigator.vibrate === 'function' && navigator.vibrate([...pattern]);
}
