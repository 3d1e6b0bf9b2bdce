import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';

/** Commands that go on until they are interrupted, with what they print once they work. */
const GO_ON: readonly [command: RegExp, works: RegExp][] = [
  [/^npm start$/, /Heatlamp listens on/],
  [/^npm run demo$/, /Ctrl-C stops the demo/],
  [/^npm run simulate /, /\d+ of \d+ deliveries/],
];
/** It runs beside the commands after it, as in a terminal of its own. */
const SERVER = 'npm start';
/** A `.env` of this checkout, and the variables of a test run, must not reach the commands: `doctor` reports them. */
const NOT_SET = ['DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'METRICS_TOKEN', 'SECRETS_KEY'];

type CommandRun = { command: string; output: string };

/**
 * Runs commands in a folder, one after the other, on a port of their own. Those that go on are interrupted once they
 * work. Calls `whileServing` while the server of `npm start` still runs.
 * @throws Error for a command that does not work
 */
export async function runCommands(
  commands: readonly string[],
  folder: string,
  port: number,
  whileServing: (runs: readonly CommandRun[]) => Promise<void>,
): Promise<void> {
  const environment = environmentOn(port);
  const runs: CommandRun[] = [];
  let server: ChildProcess | null = null;
  try {
    for (const command of commands) {
      const child = start(withAddress(command, port), folder, environment);
      if (command === SERVER) server = child;
      const output = await untilItWorks(command, child);
      runs.push({ command, output });
      if (goesOn(command) && child !== server) await interrupt(child);
    }
    await whileServing(runs);
  } finally {
    if (server !== null) await interrupt(server);
  }
}

/** What the README says for a server that does not listen on port 3000. */
function withAddress(command: string, port: number): string {
  return command.startsWith('npm run simulate ') ? `${command} --url http://127.0.0.1:${port}` : command;
}

function environmentOn(port: number): NodeJS.ProcessEnv {
  const empty = Object.fromEntries(NOT_SET.map((name) => [name, '']));
  const environment = { ...process.env, ...empty, PORT: String(port), HOST: '127.0.0.1' };
  const ofTests = Object.keys(environment).filter((name) => name.startsWith('HEATLAMP_'));
  for (const name of ['NODE_ENV', 'NODE_OPTIONS', 'DATA_DIR', 'VITEST', ...ofTests])
    Reflect.deleteProperty(environment, name);
  return environment;
}

function start(command: string, cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  // A process group of its own, so that it can be interrupted as by Ctrl-C.
  return spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

function goesOn(command: string): boolean {
  return GO_ON.some(([pattern]) => pattern.test(command));
}

/** Resolves to the output of a command once it works. @throws Error if it ends without that */
function untilItWorks(command: string, child: ChildProcess): Promise<string> {
  const works = GO_ON.find(([pattern]) => pattern.test(command))?.[1];
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += String(chunk);
      if (works?.test(output)) resolve(output);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 && !works) resolve(output);
      else reject(new Error(`\`${command}\` ended with ${signal ?? code}:\n${output}`));
    });
  });
}

async function interrupt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  process.kill(-child.pid, 'SIGINT');
  await closed;
}

/** Checks that the wall whose link a command printed shows the courses that the simulator posted. */
export async function checkWall(runs: readonly CommandRun[], port: number): Promise<void> {
  const output = runs.find(({ command }) => command.includes('screen add'))?.output ?? '';
  const headers = { Authorization: `Bearer ${/token: (\S+)/.exec(output)?.[1]}` };
  const board = await fetch(`http://127.0.0.1:${port}/api/v1/board`, { headers });
  expect(board.status).toBe(200);
  expect(((await board.json()) as { tickets: unknown[] }).tickets.length).toBeGreaterThan(0);
}

/** The commands in the fenced `sh` blocks of the README, in order, one per line. */
export function readmeCommands(): string[] {
  const text = readFileSync(path.join(projectRoot, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.split('\n'));
  return blocks.map((line) => line.replace(/\s+# .*$/, '').trim()).filter((line) => line !== '');
}
