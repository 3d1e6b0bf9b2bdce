/** Two long pulses: felt in a pocket, and no phone's own pattern. In ms, pulses and rests in turn. */
export const MINE_PULSES: readonly number[] = [220, 120, 220];

/** Whether the device took the pattern: many have no motor, and none moves before its page was touched. */
export function vibrate(pattern: readonly number[]): boolean {
  return typeof navigator.vibrate === 'function' && navigator.vibrate([...pattern]);
}
