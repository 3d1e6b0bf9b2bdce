import type { Board } from '../../contract/live';
import { command } from '../harness/child-server';
import { checkBoard, foldDeliveries, readBoard } from '../harness/folded-board';
import { postAll } from '../harness/post-all';
import { readStoredData } from '../harness/stored-data';
import type { Posting } from '../pos-simulator/plan-deliveries';
import type { Random } from '../pos-simulator/random';
import { generatePostings } from './load';
import { createVersionLog, type VersionLog } from './network-screen';

/** The branch of a scenario. */
export type Kitchen = {
  branch: number;
  versions: VersionLog;
  /** Adds a screen to this branch. */
  addScreen: () => Promise<{ id: number; token: string }>;
  /** Posts deliveries until the board has changed this many times. Resolves to the last board. */
  changeBoard: (times?: number) => Promise<Board>;
  /** Posts a body unchanged. */
  post: (deliveries: readonly { path: string; body: string }[]) => Promise<void>;
  set: (key: string, value: string) => Promise<void>;
  /** Requests the board directly from the server. */
  readBoard: () => Promise<Board>;
  /** Differences between the server's board and the board computed from deliveries, ticket actions and settings. */
  check: () => Promise<string[]>;
};

/** The board must change within this many deliveries. */
const MAX_DELIVERIES = 60;

export async function openKitchen(url: URL, folder: string, branch: number, random: Random): Promise<Kitchen> {
  const addScreen = () =>
    command<{ id: number; token: string }>(folder, 'screen add', {
      name: `chaos ${branch}`,
      branches: [branch],
      view: 'kitchen',
    });
  const { token } = await addScreen();
  const versions = createVersionLog();
  const postings: Iterator<Posting> = generatePostings(random, [], { branch });

  const readServerBoard = async () => {
    const board = await readBoard(url, token);
    versions.add(board, performance.now());
    return board;
  };
  const change = async () => {
    const before = await readServerBoard();
    for (let remaining = MAX_DELIVERIES; remaining > 0; remaining -= 1) {
      await postAll(url, [postings.next().value as Posting]);
      const after = await readServerBoard();
      if (after.version !== before.version || after.epoch !== before.epoch) return;
    }
    throw new Error(`${MAX_DELIVERIES} deliveries did not change the board of branch ${branch}`);
  };

  return {
    branch,
    versions,
    addScreen,
    async changeBoard(times = 1) {
      for (let remaining = times; remaining > 0; remaining -= 1) await change();
      return readServerBoard();
    },
    async post(deliveries) {
      await postAll(url, deliveries);
      await readServerBoard();
    },
    async set(key, value) {
      await command(folder, 'setting set', { key, value, branch });
      await readServerBoard();
    },
    readBoard: readServerBoard,
    check() {
      const stored = readStoredData(folder);
      const ofBranch = stored.deliveries.filter(({ reading }) => reading.kind === 'fact' && reading.branch === branch);
      const orders = foldDeliveries(ofBranch);
      return checkBoard({ url, token, branch }, { ...stored, deliveries: ofBranch }, orders);
    },
  };
}
