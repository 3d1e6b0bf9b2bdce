import { ATTACKS, type AttackName } from './attacks';
import type { Target } from './connection';

// A process of its own: what the attacker computes must not delay the measurement.
process.send?.({ ready: true });
process.on('message', async ({ attack, target }: { attack: AttackName; target: Target }) => {
  process.send?.(await ATTACKS[attack](target));
});
