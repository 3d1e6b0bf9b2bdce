/** Two long pulses, noticeable in a pocket and unlike a phone's own patterns. In ms, pulses and rests in turn. */
const PULSES = [220, 120, 220];

/** Vibrates the device for a ticket of its waiter. Returns whether the device did: many cannot vibrate, and none does before the page is touched. */
export function vibrate(): boolean {
  return typeof navigator.vibrate === 'function' && navigator.vibrate(PULSES);
}
