import type { Board } from '../../contract/live';
import { generatePostings } from '../crash-test/post-load';
import { checkBoard, readBoard } from '../harness/check-board';
import { command } from '../harness/control';
import { foldJournal } from '../harness/folded-board';
import { postAll } from '../harness/post-all';
import { readStoredData } from '../harness/stored-data';
import type { Posting } from '../pos-simulator/plan-deliveries';
import type { Random } from '../pos-simulator/random';
import { createTruth, type Truth } from './truth';

/** The branch of a scenario: its events, and the server's board. */
export type Kitchen = {
  branch: number;
  truth: Truth;
  /** Adds a screen to this branch. */
  addScreen: () => Promise<{ id: number; token: string }>;
  /** Posts deliveries until the board has changed this many times. Resolves to the board after the last change. */
  changes: (times?: number) => Promise<Board>;
  /** Posts a body unchanged. */
  post: (deliveries: readonly { path: string; body: string }[]) => Promise<void>;
  set: (key: string, value: string) => Promise<void>;
  /** The server's board, requested directly. */
  look: () => Promise<Board>;
  /** Differences between the server's board and the one that deliveries, ticket actions and settings produce. */
  check: () => Promise<string[]>;
};

/** Number of deliveries after which the board must have changed. */
const MOST_DELIVERIES = 60;

export async function openKitchen(url: URL, folder: string, branch: number, random: Random): Promise<Kitchen> {
  const addScreen = () =>
    command<{ id: number; token: string }>(folder, 'screen add', {
      name: `chaos ${branch}`,
      branches: [branch],
      view: 'kitchen',
    });
  const { token } = await addScreen();
  const truth = createTruth();
  const postings: Iterator<Posting> = generatePostings(random, [], branch);

  const look = async () => {
    const board = await readBoard(url, token);
    truth.received(board, performance.now());
    return board;
  };
  const change = async () => {
    const before = await look();
    for (let left = MOST_DELIVERIES; left > 0; left -= 1) {
      await postAll(url, [postings.next().value as Posting]);
      const after = await look();
      if (after.version !== before.version || after.epoch !== before.epoch) return;
    }
    throw new Error(`${MOST_DELIVERIES} deliveries changed nothing on the board of branch ${branch}`);
  };

  return {
    branch,
    truth,
    addScreen,
    async changes(times = 1) {
      for (let left = times; left > 0; left -= 1) await change();
      return look();
    },
    async post(deliveries) {
      await postAll(url, deliveries);
      await look();
    },
    async set(key, value) {
      await command(folder, 'setting set', { key, value, branch });
      await look();
    },
    look,
    check() {
      const kept = readStoredData(folder);
      const own = kept.deliveries.filter(({ reading }) => reading.kind === 'fact' && reading.branch === branch);
      const orders = foldJournal(own);
      return checkBoard({ url, token, branch }, { ...kept, deliveries: own }, orders);
    },
  };
}
