import { START_ATTACKS } from './start-attacks';
import { STRANGER_ATTACKS } from './stranger-attacks';
import { MACHINE_ATTACKS, TRUSTED_ATTACKS } from './trusted-attacks';

/** What somebody does until a time. Each resolves to what it got. */
export const ATTACKS = { ...START_ATTACKS, ...STRANGER_ATTACKS, ...TRUSTED_ATTACKS, ...MACHINE_ATTACKS };
export type AttackName = keyof typeof ATTACKS;
