import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { buildServer, type ServerBuild } from '../harness/builds';
import { type ChildServer, command, makeDataFolder, signInOwner, startServer } from '../harness/child-server';
import type { ServerMutation } from '../harness/mutants/server';
import { type Postgresql, type Replica, startReplica } from '../harness/postgresql';
import { openProxy, type TcpProxy } from '../harness/proxy';
import { postgresqlDatabase, type RigDatabase } from '../harness/stored-data';
import { projectRoot } from '../set-up/project-root.mjs';
import { PRELOAD } from './active-clock';

/** Tables that every delivery concerns. */
const TABLES = ['Branch', 'Order', 'CourseEvent', 'CourseTicket', 'TableState', 'Delivery', 'Inbox', 'BranchCommit'];
const MIGRATION = '9999_next';

/** A node in a process of its own, which reaches PostgreSQL and its replica through proxies of its own. */
export type ClusterNode = {
  name: string;
  folder: string;
  /** What the next `start` runs. */
  build: ServerBuild;
  /** Null while it is down. */
  server: ChildServer | null;
  toDatabase: TcpProxy;
  toReplica: TcpProxy;
  /** Starts it with a clock that is `clockAheadMs` ahead of the machine's. */
  start: (clockAheadMs?: number) => Promise<void>;
  /** Ends it in order. */
  stop: () => Promise<void>;
  kill: () => Promise<void>;
  /** Stops the process without ending it: it answers nothing until `thaw`. */
  freeze: () => void;
  thaw: () => void;
  close: () => Promise<void>;
};

/** A load balancer that gives each new connection to the next node that is ready. */
type Balancer = { url: URL; close: () => Promise<void> };

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1_500;
/** A busy machine may answer late once. */
const MAX_UNANSWERED = 2;

/** Several nodes on one PostgreSQL with a streaming replica, behind a load balancer. */
export type Cluster = {
  nodes: readonly ClusterNode[];
  balancer: Balancer;
  database: RigDatabase;
  replica: Replica;
  /** Of the database, over which no fault breaks a connection. */
  address: string;
  /** Runs a statement over a connection that no fault breaks. */
  run: <Row>(statement: string) => Promise<Row[]>;
  addScreen: (branch: number, view: string) => Promise<{ id: number; token: string }>;
  /** The cookies of an owner who is signed in. */
  cookie: string;
  close: () => Promise<void>;
};

export async function startCluster(postgresql: Postgresql, build: ServerBuild, count: number): Promise<Cluster> {
  const database = await postgresqlDatabase(postgresql);
  const address = database.environment['DATABASE_URL'] ?? '';
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const replica = await startReplica(postgresql);
  const DATABASE_REPLICA_URL = replica.url(new URL(address).pathname.slice(1));
  const closing: (() => unknown)[] = [replica.stop];
  const nodes: ClusterNode[] = [];
  for (let number = 1; number <= count; number += 1) {
    const node = await createNode(`node ${number}`, build, {
      DATABASE_URL: address,
      DATABASE_REPLICA_URL,
      SECRETS_KEY,
    });
    nodes.push(node);
    closing.push(node.close);
    await node.start();
  }
  const balancer = await openBalancer(nodes);
  closing.push(balancer.close);
  const folder = nodes[0]?.folder ?? '';
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const cookie = await signInOwner(folder, nodes[0]?.server?.url.origin ?? '');
  return {
    ...{ nodes, balancer, database, replica, address, cookie },
    async run<Row>(statement: string) {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      const { rows } = await client.query(statement).finally(() => client.end());
      return rows as Row[];
    },
    addScreen: (branch, view) => command(folder, 'screen add', { name: `${view} ${branch}`, branches: [branch], view }),
    async close() {
      for (const close of closing.toReversed()) await close();
      await database.remove();
    },
  };
}

/** Asks every node whether it is ready, and breaks the connections to one that does not answer. */
async function openBalancer(nodes: readonly ClusterNode[]): Promise<Balancer> {
  /** How often in a row each has not answered. */
  const unanswered = new Map<number, number>();
  let turn = 0;
  const proxy = await openProxy(() => {
    const running = nodes.flatMap(({ server }) => (server ? Number(server.url.port) : []));
    const ready = running.filter((port) => (unanswered.get(port) ?? 0) < MAX_UNANSWERED);
    const ports = ready.length > 0 ? ready : running;
    turn += 1;
    return ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
  });
  async function ask(): Promise<void> {
    for (const { server } of nodes) {
      if (!server) continue;
      const port = Number(server.url.port);
      const isReady = await fetch(new URL('/readyz', server.url), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
        .then(({ ok }) => ok)
        .catch(() => false);
      const times = isReady ? 0 : (unanswered.get(port) ?? 0) + 1;
      unanswered.set(port, times);
      if (times >= MAX_UNANSWERED) proxy.cut(port);
    }
  }

  let isClosed = false;
  const asking = (async () => {
    for (; !isClosed; await wait(ASK_EVERY_MS)) await ask();
  })();
  return {
    url: new URL(`http://127.0.0.1:${proxy.port}`),
    async close() {
      isClosed = true;
      await asking;
      await proxy.close();
    },
  };
}

async function createNode(
  name: string,
  build: ServerBuild,
  environment: { DATABASE_URL: string; DATABASE_REPLICA_URL: string; SECRETS_KEY: string },
): Promise<ClusterNode> {
  const { folder, remove } = makeDataFolder();
  const proxyTo = (address: string) => openProxy(() => [Number(new URL(address).port)]);
  const toDatabase = await proxyTo(environment.DATABASE_URL);
  const toReplica = await proxyTo(environment.DATABASE_REPLICA_URL);
  const own = {
    ...environment,
    DATABASE_URL: through(toDatabase, environment.DATABASE_URL),
    DATABASE_REPLICA_URL: through(toReplica, environment.DATABASE_REPLICA_URL),
  };
  const take = () => {
    const { server } = node;
    node.server = null;
    return server;
  };
  const node: ClusterNode = {
    ...{ name, folder, build, server: null, toDatabase, toReplica },
    async start(clockAheadMs = 0) {
      const program = { program: node.build.main, folder, args: ['--no-pages'], preload: PRELOAD };
      node.server = await startServer({ ...program, environment: { ...own, CLOCK_AHEAD_MS: String(clockAheadMs) } });
    },
    stop: async () => take()?.stop(),
    kill: async () => take()?.kill(),
    freeze: () => void node.server?.child.kill('SIGSTOP'),
    thaw: () => void node.server?.child.kill('SIGCONT'),
    async close() {
      await node.kill();
      for (const proxy of [toDatabase, toReplica]) await proxy.close();
      remove();
    },
  };
  return node;
}

function through({ port }: TcpProxy, address: string): string {
  return Object.assign(new URL(address), { port: String(port) }).href;
}

/** The same program with one more migration, which adds to the tables in use, as that of a next version may. */
export async function buildNextVersion(mutation?: ServerMutation): Promise<ServerBuild> {
  const next = await buildServer(mutation);
  const root = path.dirname(next.main);
  // The program looks for its migrations beside the nearest package.json.
  writeFileSync(path.join(root, 'package.json'), '{}');
  const migrations = path.join(root, 'prisma', 'migrations');
  cpSync(path.join(projectRoot, 'prisma', 'migrations'), migrations, { recursive: true });
  const folder = path.join(migrations, 'postgresql', MIGRATION);
  mkdirSync(folder);
  const sql = [
    ...TABLES.map(
      (table) => `ALTER TABLE "${table}" ADD COLUMN "next" INTEGER, ADD COLUMN "nextText" TEXT NOT NULL DEFAULT '';`,
    ),
    'CREATE TABLE "Next" ("id" INTEGER NOT NULL, CONSTRAINT "Next_pkey" PRIMARY KEY ("id"));',
    'CREATE INDEX "Delivery_next_idx" ON "Delivery"("next");',
  ];
  writeFileSync(path.join(folder, 'migration.sql'), `${sql.join('\n')}\n`);
  return next;
}
