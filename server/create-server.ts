import type { Server } from 'node:http';
import { createBoundedServer } from './bounded-http-server';
import { type CommandName, runCommand } from './cli/commands';
import { openControl } from './cli/control';
import { type Core, openCore } from './core';
import { createPageServer } from './create-page-server';
import { createMetrics } from './health/metrics';
import { createHostCheck } from './http/allowed-hosts';
import { declineUpgrades } from './http/declined-upgrades';
import { openHub } from './live/hub';
import { openSocketAdapter } from './live/node-sockets';
import type { CoreDeps } from './open-data';
import { openPages, type Pages } from './pages/next';
import { setPageServer } from './pages/page-server';
import { createRouter } from './route-request';

export type Heatlamp = {
  /** The caller makes it listen. */
  server: Server;
  core: Core;
  /** Runs a command of the command line. @throws Error with a message for the user */
  command: (name: CommandName, input?: unknown) => Promise<unknown>;
  /** Stops accepting requests, finishes those that were read, and closes everything. */
  close: () => Promise<void>;
};

/** The prefix that Socket.IO accepts. Other upgrades are declined, because they would stay open forever. */
const SOCKETS_PATH = '/socket.io/';

/** Builds the whole server on a data folder, without listening. @throws CannotStart */
export async function createServer(deps: CoreDeps, options: { pages: Pages }): Promise<Heatlamp> {
  const core = await openCore(deps);
  const { config, log, reader, heartbeat } = core;
  const pageServer = createPageServer(core);
  setPageServer(pageServer);
  const pages = await openPages(options.pages, {
    config,
    log,
    server: pageServer,
    readSerialized: reader.readSerialized,
  });
  const findForeignHost = createHostCheck(config, () => performance.now());
  const control = await openControl(core);
  const metrics = createMetrics(core);
  let isStopping = false;

  const router = createRouter(core, { pages, metrics, findForeignHost, isStopping: () => isStopping });
  const http = createBoundedServer(core, router);
  const { server } = http;
  declineUpgrades(server, (path) => path.startsWith(SOCKETS_PATH) || pages.takesUpgrade(path));
  pages.attach(server);
  server.on('listening', heartbeat.begin);
  const sockets = config.databaseUrl === null ? null : await openSocketAdapter(config.databaseUrl);
  const hub = openHub({ ...core, adapter: sockets?.adapter ?? null, findForeignHost }, server, pages.build);

  return {
    server,
    core,
    async command(name, input = {}) {
      const answer = await runCommand({ deps: core, refusals: core.refusals.list }, name, input);
      if (!answer.ok) throw new Error(answer.message);
      return answer.result;
    },
    async close() {
      isStopping = true;
      metrics.close();
      const stoppedAt = core.now();
      hub.close();
      await http.close();
      await sockets?.close();
      await control.close();
      await pages.close();
      await heartbeat.end(stoppedAt);
      await core.close();
    },
  };
}
