import { spawn } from 'node:child_process';
import { projectRoot } from './project-root.mjs';

const TAIL_LINES = 40;

/** A failed command, with the end of its output. */
export class CommandFailed extends Error {
  /** @param {string} message @param {string} tail */
  constructor(message, tail) {
    super(message);
    this.tail = tail;
  }
}

/**
 * Runs a command in the project's folder without showing its output. Rejects with CommandFailed. A signal to set-up
 * also stops the command, which could otherwise write files during the next set-up.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [environment] added to the current environment
 * @returns {Promise<void>}
 */
export function run(command, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const settle = (/** @type {string | null} */ failure) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (failure === null) resolve();
      else reject(new CommandFailed(failure, output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')));
    };
    child.on('error', (error) => settle(`${command} could not be run: ${error.message}`));
    child.on('close', (code, signal) => settle(code === 0 ? null : `it ended with ${signal ?? `exit code ${code}`}`));
  });
}

/** The npm that started this process, else the one in PATH. On Windows `npm` is a batch file. */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  if (script && /npm-cli\.c?js$/.test(script)) return { command: process.execPath, args: [script] };
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', 'npm'] }
    : { command: 'npm', args: [] };
}
