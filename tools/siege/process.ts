import { serveParent } from '../harness/child';
import { ATTACKS, type AttackName } from './attacks';
import type { Target } from './web-socket';

// A process of its own: what the attacker computes must not delay the measurement.
serveParent({ ready: true }, ({ attack, target }: { attack: AttackName; target: Target }) => ATTACKS[attack](target));
