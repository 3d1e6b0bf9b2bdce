import { setTimeout as wait } from 'node:timers/promises';
import { HELD_BY_NODES } from '../../server/storage/node-link';
import type { ServerBuild } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import type { Postgresql } from '../harness/postgresql';
import type { Cluster, ClusterNode } from './nodes-cluster';

/** Where a fault happens: it concerns one node, or all. */
export type Place = { cluster: Cluster; node: ClusterNode; postgresql: Postgresql; nextVersion: ServerBuild };

type FaultKind = {
  /** How long it lasts; 0: as long as `begin` takes. */
  seconds: number;
  /** It has no effect if it ends before. */
  shortest?: number;
  /** Begins it, under load. Resolves to what ends it. */
  begin: (place: Place) => Promise<() => unknown>;
  /** Which nodes must be right within 15 s while it lasts, and with them every screen. */
  meanwhile: 'all' | 'others' | null;
};

/** The connections that listen: those of nodes to each other, which also ping, and those of Socket.IO. */
const CUT_LISTENING = `SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE "datname" = current_database()
  AND "application_name" = 'heatlamp' AND ("query" LIKE 'LISTEN %'
  OR "pid" IN (SELECT "pid" FROM pg_locks WHERE ${HELD_BY_NODES}))`;
const CUT_EVERY_MS = 250;
const CLOCK_AHEAD_MS = 60_000;
/** In each direction: a round trip takes twice as long. */
const DELAY_MS = 20;
/** Between two nodes of a rolling restart. */
const SETTLED_MS = 2_000;

const KINDS = {
  'node killed': {
    seconds: 10,
    async begin({ node }) {
      await node.kill();
      return node.start;
    },
    meanwhile: 'others',
  },
  'node frozen': {
    seconds: 30,
    async begin({ node }) {
      node.freeze();
      return node.thaw;
    },
    meanwhile: 'others',
  },
  'PostgreSQL restarted': {
    seconds: 0,
    async begin({ postgresql }) {
      await postgresql.crash();
      return () => {};
    },
    meanwhile: null,
  },
  'LISTEN cut': {
    seconds: 60,
    async begin({ cluster }) {
      let isOver = false;
      const cutting = (async () => {
        for (; !isOver; await wait(CUT_EVERY_MS)) await cluster.run(CUT_LISTENING).catch(() => {});
      })();
      return () => {
        isOver = true;
        return cutting;
      };
    },
    meanwhile: 'all',
  },
  'half-open link': {
    seconds: 30,
    async begin({ node }) {
      node.toDatabase.setFault('frozen');
      return node.toDatabase.cut;
    },
    meanwhile: 'others',
  },
  'slow link': {
    seconds: 20,
    async begin({ node }) {
      node.toDatabase.delay({ toServer: DELAY_MS, toScreen: DELAY_MS });
      return () => node.toDatabase.delay({ toServer: 0, toScreen: 0 });
    },
    meanwhile: 'all',
  },
  'replicas hang': {
    seconds: 20,
    async begin({ cluster }) {
      for (const { toReplica } of cluster.nodes) toReplica.setFault('frozen');
      return () => {
        for (const { toReplica } of cluster.nodes) toReplica.cut();
      };
    },
    meanwhile: 'all',
  },
  'replica behind': {
    seconds: 85,
    shortest: 75,
    begin: ({ cluster }) => cluster.replica.pause(),
    meanwhile: 'all',
  },
  'replica stopped': {
    seconds: 20,
    begin: ({ cluster }) => cluster.replica.halt(),
    meanwhile: 'all',
  },
  'clocks a minute apart': {
    seconds: 20,
    async begin({ node }) {
      await node.stop();
      await node.start(CLOCK_AHEAD_MS);
      return async () => {
        await node.stop();
        await node.start();
      };
    },
    meanwhile: 'all',
  },
  'rolling restart': {
    seconds: 0,
    async begin({ cluster }) {
      await restartAll(cluster);
      return () => {};
    },
    meanwhile: null,
  },
  'rolling upgrade': {
    seconds: 0,
    async begin({ cluster, nextVersion }) {
      for (const node of cluster.nodes) node.build = nextVersion;
      await restartAll(cluster);
      return () => {};
    },
    meanwhile: null,
  },
} as const satisfies Record<string, FaultKind>;

export type Fault = keyof typeof KINDS;
export const FAULTS = Object.keys(KINDS) as Fault[];

export const kindOf = (fault: Fault): FaultKind => KINDS[fault];

/** Servers that are broken on purpose, which every run with this fault must detect. */
export const DEFECTS = {
  'lock-taken-late': 'LISTEN cut',
  'notify-before-commit': 'LISTEN cut',
  'revision-not-read': 'LISTEN cut',
  'arrival-order': 'LISTEN cut',
  'adapter-left-out': 'LISTEN cut',
  'replica-not-compared': 'replica behind',
} as const satisfies Partial<Record<ServerMutation, Fault>>;

async function restartAll({ nodes }: Cluster): Promise<void> {
  for (const node of nodes) {
    await node.stop();
    await node.start();
    await wait(SETTLED_MS);
  }
}
