import { ATTACKS, type AttackName, type Target } from './attacks';

// A process of its own: what the attacker computes must not delay the measurement.
process.send?.({ ready: true });
process.on('message', async ({ attack, target }: { attack: AttackName; target: Target }) => {
  await ATTACKS[attack](target);
  process.send?.({ done: true });
});
