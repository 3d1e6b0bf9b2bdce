import { expect, it } from 'vitest';
import { beginsAnew, isLate, limitsOf, NOT_SEALED } from './sealed';

const DAY = 86_400_000;

it('[F27a] bodies are erased at the earlier limit, names at their own, and without a limit nothing is', () => {
  const now = 1_000 * DAY;
  const [old, older] = [now - 7 * DAY, now - 30 * DAY];
  expect(limitsOf({ bodies: 'off', names: 'off' }, now)).toEqual({ bodies: null, names: null });
  expect(limitsOf({ bodies: 7, names: 30 }, now)).toEqual({ bodies: old, names: older });
  expect(limitsOf({ bodies: 30, names: 7 }, now)).toEqual({ bodies: old, names: old });
  expect(limitsOf({ bodies: 7, names: 'off' }, now)).toEqual({ bodies: old, names: null });
  expect(limitsOf({ bodies: 'off', names: 30 }, now)).toEqual({ bodies: older, names: older });
});

it('[F27b] a sealed order takes no fact, and the one after it those after the sealing', () => {
  const sealed = { sealedAt: 100, takesAfter: null };
  const after = { sealedAt: null, takesAfter: 100 };
  expect([99, 100, 101].map((at) => isLate(at, sealed))).toEqual([true, true, true]);
  expect([99, 100, 101].map((at) => beginsAnew(at, sealed))).toEqual([false, false, true]);
  expect([99, 100, 101].map((at) => isLate(at, after))).toEqual([true, true, false]);
  expect([99, 100, 101].map((at) => beginsAnew(at, after))).toEqual([false, false, false]);
  expect(isLate(1, NOT_SEALED) || beginsAnew(1, NOT_SEALED)).toBe(false);
});
