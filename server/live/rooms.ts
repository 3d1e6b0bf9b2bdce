import type { Audience } from './live-board';

/** The room of all sockets that get the same messages about a branch. */
export function roomOf(branch: number, audience: Audience): string {
  return `${audience}:${branch}`;
}

/** Adds a socket to the room of its branch. */
export function joinRoom(
  socket: { join: (room: string) => unknown },
  { branch, audience }: { branch: number; audience: Audience },
): void {
  void socket.join(roomOf(branch, audience));
}
