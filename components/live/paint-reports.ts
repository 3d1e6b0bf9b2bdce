import type { DeviceReport } from '../../contract/live';
import type { BoardSocket } from './board-socket';
import { ageOf } from './live-view';
import type { ServerClock } from './server-clock';
import type { ViewStore } from './view-store';

/** Reports to the server what a screen shows, for the list of screens. */
export type PaintReports = {
  /** Reports which tickets are painted now. */
  painted: (ticketIds: readonly string[]) => void;
  /** Keeps what is known about the device, for the next report. */
  describe: (device: Partial<Omit<DeviceReport, 'clockOffsetMs'>>) => void;
};

export type PaintDeps = {
  /** The build of the page, if it has one. */
  build: string | undefined;
  socket: BoardSocket;
  store: Pick<ViewStore, 'view'>;
  clock: Pick<ServerClock, 'now'>;
  monotonicNow: () => number;
};

const ANSWER_WITHIN_MS = 4_000;

export function createPaintReports({ build, socket, store, clock, monotonicNow }: PaintDeps): PaintReports {
  let device: Omit<DeviceReport, 'clockOffsetMs'> = { sound: 'off', wakeLock: 'free' };
  return {
    painted(ticketIds) {
      const { board } = store.view();
      const age = ageOf(store.view(), monotonicNow());
      if (!board || !socket.connected || age === null) return;
      const report = {
        version: board.version,
        ticketIds: [...ticketIds],
        dataAgeMs: Math.max(0, age),
        ...(build === undefined ? {} : { build }),
        device: { ...device, clockOffsetMs: Math.round(Date.now() - (clock.now() ?? Date.now())) },
      };
      socket.timeout(ANSWER_WITHIN_MS).emit('board:painted', report, () => {});
    },
    describe(known) {
      device = { ...device, ...known };
    },
  };
}
