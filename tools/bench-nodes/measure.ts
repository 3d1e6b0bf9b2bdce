import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from '../harness/child';
import type { Chain } from '../harness/load/chain';
import type { LatencyRequest, LatencyResponse, ScreenGroup } from '../harness/screens/messages';
import { startScreens } from '../harness/screens/start-screens';
import { expectStored } from '../harness/servers/expect-stored';
import { processorMs, processorMsWithChildren } from '../harness/servers/processor-time';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { loadFigures, type Measured, type Shares } from './figures';
import type { Scale, Servers, Size } from './scale';
import { branchOfScreen, type StartedServers } from './start-servers';

/** How much longer than planned a load may take before it has failed. */
const EXTRA_MS = 60_000;

/** Connects the screens to servers that have just started, and posts the load. */
export async function measureServers(
  servers: Servers,
  started: StartedServers,
  { size, scale, chain, postgresqlPid }: { size: Size; scale: Scale; chain: Chain; postgresqlPid: number | null },
): Promise<Measured> {
  const { nodes, opened } = started;
  const memory = () => nodes.map(({ pid }) => residentMegabytes(pid));
  await wait(scale.settleMs);
  const idle = memory();
  const screens = await startScreens(groupsOf(started, size), 'on arrival');
  try {
    await wait(scale.settleMs);
    const withScreens = memory();
    const parts = { nodes: nodes.map(({ pid }) => pid), postgresqlPid, generator: chain.pid, screens: screens.pid };
    const warmUp = await postFor(scale.warmUpSeconds, started, scale, chain, screens, parts);
    const { posted, figures, shares } = await postFor(scale.seconds, started, scale, chain, screens, parts);
    await wait(scale.settleMs);
    await expectStored(started, opened + warmUp.posted + posted);
    const memoryMb = { idle, withScreens, atEnd: memory() };
    return { ...size, servers, ...figures, startMs: nodes.map(({ startMs }) => startMs), memoryMb, shares };
  } finally {
    await screens.stop();
  }
}

type Parts = { nodes: readonly number[]; postgresqlPid: number | null; generator: number; screens: number };

async function postFor(
  seconds: number,
  { nodes }: StartedServers,
  { perSecond }: Scale,
  chain: Chain,
  screens: Child<unknown>,
  parts: Parts,
) {
  const timeoutMs = seconds * 1_000 + EXTRA_MS;
  const [before, from] = [processorOf(parts), performance.now()];
  const ports = nodes.map(({ port }) => port);
  const load = await chain.post({ kind: 'rate', ports, perSecond, count: perSecond * seconds }, timeoutMs);
  const shares = sharesOf(before, processorOf(parts), performance.now() - from);
  const request: LatencyRequest = { steps: load.steps };
  const seen = await screens.request<LatencyResponse>(request, EXTRA_MS);
  return { posted: load.posted, figures: loadFigures(load, seen), shares };
}

/** Processor time so far, in ms; null where it is not known. */
function processorOf({ nodes, postgresqlPid, generator, screens }: Parts): Shares | null {
  const used = nodes.map(processorMs);
  const [ofGenerator, ofScreens] = [processorMs(generator), processorMs(screens)];
  if (ofGenerator === null || ofScreens === null) return null;
  return {
    nodes: used.reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0),
    postgresql: postgresqlPid === null ? null : processorMsWithChildren(postgresqlPid),
    generator: ofGenerator,
    screens: ofScreens,
  };
}

function sharesOf(before: Shares | null, after: Shares | null, ms: number): Shares | null {
  if (before === null || after === null) return null;
  return {
    nodes: (after.nodes - before.nodes) / ms,
    postgresql:
      after.postgresql === null || before.postgresql === null ? null : (after.postgresql - before.postgresql) / ms,
    generator: (after.generator - before.generator) / ms,
    screens: (after.screens - before.screens) / ms,
  };
}

/** The screens of a branch are on different nodes. */
function groupsOf({ nodes, tokens }: StartedServers, { branches, screens }: Size): ScreenGroup[] {
  return Array.from({ length: screens }, (_, screen) => ({
    url: nodes[(screen + Math.floor(screen / branches)) % nodes.length]?.url ?? '',
    token: tokens[screen] ?? '',
    branch: branchOfScreen(screen, branches),
    count: 1,
  }));
}
