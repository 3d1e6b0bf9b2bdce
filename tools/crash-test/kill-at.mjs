// Preloaded into the server by the crash test (`--import`): ends the process with SIGKILL at a named point, which it
// recognizes by calls to SQLite, to the file system and to HTTP responses. The server itself is not changed.
// Armed by `{ point, occurrence }` over IPC, or from the start by HEATLAMP_KILL_AT="point occurrence".
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** @typedef {import('./kills').Point} Point */

const KILL_AT = 'heatlamp-kill-at';
/** Small enough that even the smallest database is copied in several steps. */
const PAGES_PER_STEP = 10;
const SPACE = 0x20;
/** Written at the beginning of the spool's file after a drain. */
const END_OF_SPOOL = '\u0004';

let [armed, remaining] = parseArming(process.env['HEATLAMP_KILL_AT'] ?? '');
/** Whether the spool has entries; a transaction with deliveries then usually drains it. */
let isDraining = false;
let hasDeliveries = false;

if (isMainThread) {
  process.on('message', (/** @type {{ point: Point, occurrence: number }} */ message) => {
    [armed, remaining] = [message.point, message.occurrence];
    // Threads that start later inherit it.
    setEnvironmentData(KILL_AT, `${armed} ${remaining}`);
    process.send?.('armed');
  });
  process.channel?.unref();
  watchDatabase();
  watchSpool();
  watchResponses();
  watchFiles();
} else {
  [armed, remaining] = parseArming(String(getEnvironmentData(KILL_AT) ?? ''));
  watchCopies();
}

/** @returns {[string, number]} */
function parseArming(/** @type {string} */ text) {
  const [point = '', occurrence = '1'] = text.split(' ');
  return [point, Number(occurrence)];
}

/** @param {Point[]} points each is counted separately */
function reach(...points) {
  for (const point of points) if (isNext(point)) die();
}

/** Counts an occurrence of the point. Returns whether the process has to end there. */
function isNext(/** @type {Point} */ point) {
  if (armed !== point) return false;
  remaining -= 1;
  return remaining === 0;
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}

function watchDatabase() {
  const { prepare, exec } = Database.prototype;
  const isOurs = (/** @type {Database.Database} */ database) => database.name.endsWith('heatlamp.db');
  Database.prototype.prepare = function (/** @type {string} */ sql) {
    const statement = /** @type {any} */ (prepare.call(this, sql));
    if (!isOurs(this)) return statement;
    const run = statement.run.bind(statement);
    if (/^INSERT INTO "Delivery"/.test(sql))
      statement.run = (/** @type {unknown[]} */ ...values) => {
        hasDeliveries = true;
        return run(...values);
      };
    if (sql !== 'COMMIT') return statement;
    statement.run = () => {
      const isDrained = isDraining && hasDeliveries;
      hasDeliveries = false;
      if (isDrained) reach('drain-before-commit', 'burst-before-commit');
      reach('before-commit');
      const result = run();
      reach('after-commit');
      return result;
    };
    return statement;
  };
  // Migrations use exec, with one COMMIT at the end.
  Database.prototype.exec = function (/** @type {string} */ sql) {
    const isCommit = isOurs(this) && sql === 'COMMIT';
    if (isCommit) reach('migrate-before-commit');
    const result = exec.call(this, sql);
    if (isCommit) reach('migrate-after-commit');
    else if (isOurs(this) && /CREATE|ALTER/.test(sql)) reach('migrating');
    return result;
  };
}

function watchSpool() {
  const { openSync, writeSync, fdatasyncSync, readSync, ftruncateSync, closeSync } = fs;
  /** @type {Set<number>} */
  const spoolFiles = new Set();
  let hasAppended = false;
  Object.assign(fs, {
    openSync(/** @type {Parameters<typeof openSync>} */ ...args) {
      const file = openSync(...args);
      if (String(args[0]).endsWith('deliveries.jsonl')) spoolFiles.add(file);
      return file;
    },
    closeSync(/** @type {number} */ file) {
      spoolFiles.delete(file);
      closeSync(file);
    },
    writeSync(/** @type {any[]} */ ...args) {
      const [file, bytes, , , at] = args;
      const write = () => /** @type {any} */ (writeSync)(...args);
      // A space only tests whether the file can be written.
      if (!spoolFiles.has(file) || bytes[0] === SPACE) return write();
      if (bytes === END_OF_SPOOL) return truncateWith(write);
      if (isNext('spool-torn') || isNext('burst-torn')) {
        writeSync(file, bytes, 0, bytes.length >> 1, at);
        die();
      }
      const written = write();
      hasAppended = true;
      isDraining = true;
      reach('spool-written', 'burst-written');
      return written;
    },
    fdatasyncSync(/** @type {number} */ file) {
      fdatasyncSync(file);
      if (!spoolFiles.has(file)) return;
      if (hasAppended) reach('spool-synced', 'burst-synced');
      hasAppended = false;
    },
    readSync(/** @type {any[]} */ ...args) {
      if (spoolFiles.has(args[0])) isDraining = true;
      return /** @type {any} */ (readSync)(...args);
    },
    ftruncateSync(/** @type {number} */ file, /** @type {number} */ size) {
      if (spoolFiles.has(file) && size === 0) truncateWith(() => ftruncateSync(file, size));
      else ftruncateSync(file, size);
    },
  });
  // Makes named imports of node:fs use the new functions.
  syncBuiltinESMExports();
}

/**
 * @template Result
 * @param {() => Result} truncate
 */
function truncateWith(truncate) {
  const isAfterDrain = isDraining;
  if (isAfterDrain) reach('drain-before-cut', 'burst-before-cut');
  const result = truncate();
  isDraining = false;
  if (isAfterDrain) reach('drain-after-cut', 'burst-after-cut');
  return result;
}

function watchResponses() {
  const { end } = http.ServerResponse.prototype;
  http.ServerResponse.prototype.end = function (/** @type {any[]} */ ...args) {
    const isAcknowledgement = this.statusCode === 200 && (this.req.url?.includes('/webhooks/') ?? false);
    if (isAcknowledgement) reach('before-reply');
    const result = /** @type {any} */ (end).apply(this, args);
    if (isAcknowledgement) reach('after-reply', 'burst-after-reply');
    return result;
  };
}

/** Runs in the thread that copies the database. */
function watchCopies() {
  const { backup } = Database.prototype;
  Database.prototype.backup = function (to, options) {
    const point = path.basename(to).startsWith('restore-') ? 'restore-staging' : 'backup-copying';
    const progress = (/** @type {Database.BackupMetadata} */ metadata) => {
      reach(point);
      const pages = options?.progress(metadata) ?? PAGES_PER_STEP;
      return armed === point ? PAGES_PER_STEP : pages;
    };
    return backup.call(this, to, { ...options, progress });
  };
}

/** Recognizes the steps of a backup and of a restore by the names of renamed files. */
function watchFiles() {
  const { rename } = fsPromises;
  fsPromises.rename = async (from, to) => {
    const [name, next] = [path.basename(String(from)), path.basename(String(to))];
    const isBackup = name === `${next}.part`;
    if (isBackup) reach('backup-before-rename');
    if (name === 'heatlamp.db') reach('restore-before-swap');
    await rename(from, to);
    if (isBackup) reach('backup-after-rename');
    if (name === 'heatlamp.db') reach('restore-between');
    if (next === 'heatlamp.db') reach('restore-after-swap');
  };
  syncBuiltinESMExports();
}
