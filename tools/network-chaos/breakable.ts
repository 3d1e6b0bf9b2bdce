import { CLIENT_MUTATIONS } from '../harness/client-mutations';

/** What this rig is to notice. */
export const BREAKABLE = ['room-after-snapshot', ...CLIENT_MUTATIONS.map(({ name }) => name)] as const;
export type Breakable = (typeof BREAKABLE)[number];
