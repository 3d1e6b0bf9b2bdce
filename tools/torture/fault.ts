import type { ClientMutation } from '../harness/mutants/client';
import type { ServerMutation } from '../harness/mutants/server';
import { startPostgresql } from '../harness/postgresql';

/** A defect of the server or of the client, which a fault must reveal. */
export type Defect = ServerMutation | ClientMutation;

/** What the command line says. */
export type TortureOptions = {
  seed: number;
  /** Number of kills, power cuts or rounds; a default of the fault if omitted. */
  times?: number | undefined;
  /** Names of moments, network scenarios or faults of nodes; all if omitted. */
  only?: readonly string[] | undefined;
  broken?: Defect | undefined;
  database: 'sqlite' | 'postgresql';
  screens?: number | undefined;
  nodes?: number | undefined;
  /** The longest time in s that a fault of nodes lasts. */
  longest?: number | undefined;
  /** Nothing new begins after it returns true. */
  isOver: () => boolean;
  log: (line: string) => void;
};

/** `checks`: how often something was checked; with 0 the rig has not passed. */
type TortureReport = { checks: number; violations: readonly string[] };

/** Something that happens to servers under load, and what must be right meanwhile and afterwards. */
export type TortureFault = {
  title: string;
  /** It mounts file systems or changes owners: only root on Linux can do that. */
  needsRoot?: true;
  /** The names that `only` may have. */
  parts?: readonly string[];
  /** The defects that it must reveal. */
  defects?: readonly Defect[];
  run: (options: TortureOptions) => Promise<TortureReport>;
};

/** Starts PostgreSQL for as long as `run` takes, if the database is that. */
export async function withDatabase<Result>(
  database: TortureOptions['database'],
  run: (postgresql: Awaited<ReturnType<typeof startPostgresql>> | undefined) => Promise<Result>,
): Promise<Result> {
  if (database === 'sqlite') return run(undefined);
  const postgresql = await startPostgresql();
  return run(postgresql).finally(postgresql.stop);
}
