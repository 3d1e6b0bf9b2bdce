import { setTimeout as wait } from 'node:timers/promises';
import type { Postgresql } from '../harness/postgresql';
import { pick, type Random } from '../pos-simulator/random';
import type { Cluster } from './cluster';

export const FAULTS = ['node killed', 'PostgreSQL restarted', 'LISTEN cut', 'half-open link'] as const;
export type Fault = (typeof FAULTS)[number];

const LASTS_MS = 5_000;
/** A connection that listens, to a node's messages or to those of its sockets. */
const LISTENING = `"datname" = current_database() AND ("query" LIKE 'LISTEN %' OR "query" = 'SELECT 1')`;

/** Causes a fault under load. Resolves when it is over. */
export async function cause(fault: Fault, cluster: Cluster, postgresql: Postgresql, random: Random): Promise<void> {
  const node = pick(random, cluster.nodes);
  switch (fault) {
    case 'node killed':
      await node.kill();
      await wait(LASTS_MS);
      return node.start();
    case 'PostgreSQL restarted':
      return postgresql.crash();
    case 'LISTEN cut':
      for (const endsAt = performance.now() + LASTS_MS; performance.now() < endsAt; await wait(250))
        await cluster.run(`SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE ${LISTENING}`);
      return;
    case 'half-open link':
      node.toDatabase.freeze();
      await wait(LASTS_MS);
      return node.toDatabase.cut();
  }
}
