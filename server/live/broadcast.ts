import type { BoardSource } from '../board/board-of';
import { AUDIENCES, type LiveBoard } from './live-board';
import { roomOf } from './rooms';
import type { SocketServer } from './socket-server';

export type Broadcast = {
  /** Sends the head of a branch to its sockets. */
  sendHeads: (branch: number) => void;
  stop: () => void;
};

/** Sends every change of a board, and of what is practised, to the sockets of its branch on this node. */
export function startBroadcast(
  io: SocketServer,
  board: LiveBoard,
  build: string,
  { boards, practices }: Pick<BoardSource, 'boards' | 'practices'>,
): Broadcast {
  const sendHeads = (branch: number) => {
    for (const audience of AUDIENCES)
      io.local.to(roomOf(branch, audience)).emit('board:head', board.head(branch, audience, build));
  };

  const stopChanges = boards.onChange((change) => {
    for (const audience of AUDIENCES) {
      const name = roomOf(change.branch, audience);
      if (!io.of('/').adapter.rooms.has(name)) continue; // do not build boards that no screen shows
      const room = io.local.to(name); // each node has the changes of all
      if (change.isWhole) room.emit('board:snapshot', board.snapshot(change.branch, audience));
      else room.emit('board:changed', board.change(change, audience));
    }
    // F28b: real work ends a practice, which no change of the board says.
    if (practices.of(change.branch)) sendHeads(change.branch);
  });
  const stopPractising = practices.onChange(sendHeads);

  return {
    sendHeads,
    stop() {
      stopChanges();
      stopPractising();
    },
  };
}
