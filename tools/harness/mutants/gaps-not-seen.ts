import * as original from '../../../components/live/board-state';

export * from '../../../components/live/board-state';

export const takeChange: typeof original.takeChange = (state, change) =>
  original.takeChange(state, { ...change, previousVersion: Math.min(change.previousVersion, state.version) });
