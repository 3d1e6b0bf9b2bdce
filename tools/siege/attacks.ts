import { STRANGER_ATTACKS } from './stranger-attacks';
import { TRUSTED_ATTACKS } from './trusted-attacks';

/** What somebody on the network does, until a time. Each resolves to what the responses revealed. */
export const ATTACKS = { ...STRANGER_ATTACKS, ...TRUSTED_ATTACKS };
export type AttackName = keyof typeof ATTACKS;
