import * as original from '../../../server/live/live-board';

export * from '../../../server/live/live-board';

const BYTES = 1_000_000;

export const createLiveBoard: typeof original.createLiveBoard = (source) => {
  const board = original.createLiveBoard(source);
  const leaked: Buffer[] = [];
  return {
    ...board,
    change(change, audience) {
      leaked.push(Buffer.alloc(BYTES, 1));
      return board.change(change, audience);
    },
  };
};
