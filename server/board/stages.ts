import type { Settings } from '../../domain/settings-in-force';
import type { Command } from '../intake/committer';
import type { WriteQueue } from '../intake/write-queue';
import type { Log } from '../log';
import type { Statements, Write } from '../sql/statements';
import type { StagedBranch } from './staged-branch';

export type BoardDeps = {
  settings: Settings;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
  /** The number of this node where several may write to the database; null: it is the only writer. */
  node: number | null;
  log: Pick<Log, 'warn'>;
};

/** The changes of one transaction: the branches it touches, and everything it writes. */
export type Stages = {
  /**
   * Call before `of`: locks branches until the end of the transaction, and brings memory to what other nodes have committed
   * about them. Resolves to those that may be changed: all, unless it is not patient and another transaction locked some.
   */
  lock: (sql: Statements, branches: readonly number[], options?: { isPatient?: boolean }) => Promise<readonly number[]>;
  of: (branch: number) => StagedBranch;
  all: () => StagedBranch[];
  /** Call if the transaction also changes the configuration: other nodes then read it again before they fold. */
  markConfigChanged: () => void;
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
