import { CLIENT_MUTATIONS } from '../harness/client-mutations';

/** Mutations that this test must detect. */
export const BREAKABLE = ['room-after-snapshot', ...CLIENT_MUTATIONS.map(({ name }) => name)] as const;
export type Breakable = (typeof BREAKABLE)[number];
