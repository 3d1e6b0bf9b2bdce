import * as original from '../../../components/live/board-state';

export * from '../../../components/live/board-state';

export const takeSnapshot: typeof original.takeSnapshot = (before, board) => {
  const after = original.takeSnapshot(before, board);
  return { ...after, tickets: new Map([...(before?.tickets ?? []), ...after.tickets]) };
};
