import type { Settings } from '../../domain/settings-in-force';
import type { Command } from '../intake/committer';
import type { WriteQueue } from '../intake/write-queue';
import type { Log } from '../log';
import type { Write } from '../sql/statements';
import type { StagedBranch } from './staged-branch';

export type BoardDeps = {
  settings: Settings;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
  log: Pick<Log, 'warn'>;
};

/** The changes of one transaction: the branches it touches, and everything it writes. */
export type Stages = {
  of: (branch: number) => StagedBranch;
  all: () => StagedBranch[];
  /** Adds rows to write after those of the branches. */
  add: (write: Write) => void;
  /** Adds a function that changes memory. It is called after the commit, before screens are notified. */
  onCommit: (handler: () => void) => void;
  commitHandlers: () => readonly (() => void)[];
  /** Everything to write, in order. */
  writes: () => Write[];
};

/** The write queue, whose commands change boards. */
export type BoardQueue = WriteQueue<Stages>;

export type BoardCommand<Result> = Command<Result, Stages>;
