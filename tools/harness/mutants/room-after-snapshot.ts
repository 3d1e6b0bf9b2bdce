import * as original from '../../../server/live/rooms';

export * from '../../../server/live/rooms';

const DELAY_MS = 150;

export const joinRoom: typeof original.joinRoom = (...member) => {
  setTimeout(() => original.joinRoom(...member), DELAY_MS);
};
