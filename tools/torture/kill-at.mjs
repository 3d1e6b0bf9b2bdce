// Preloaded into the server by the fault kill (`--import`): ends the process with SIGKILL at a named point, which it
// recognizes by calls to SQLite, to the file system and to HTTP responses. The server itself is not changed.
// Armed by `{ point, occurrence }` over IPC, or from the start by HEATLAMP_KILL_AT="point occurrence".
import fsPromises from 'node:fs/promises';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** @typedef {import('./kill-plan').Point} Point */

const KILL_AT = 'heatlamp-kill-at';
/** Small enough that even the smallest database is copied in several steps. */
const PAGES_PER_STEP = 10;

let [armed, remaining] = parseArming(process.env['HEATLAMP_KILL_AT'] ?? '');
/** Whether the next transaction with deliveries commits some that waited for the database. */
let hasBacklog = false;
let hasDeliveries = false;
let hasEntries = false;

if (isMainThread) {
  if (armed !== '') setEnvironmentData(KILL_AT, `${armed} ${remaining}`);
  process.on('message', (/** @type {{ point: Point, occurrence: number }} */ message) => {
    [armed, remaining] = [message.point, message.occurrence];
    // Threads that start later inherit it.
    setEnvironmentData(KILL_AT, `${armed} ${remaining}`);
    process.send?.('armed');
  });
  process.channel?.unref();
  watchDatabase();
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
  const { prepare } = Database.prototype;
  const isOurs = (/** @type {Database.Database} */ database) => database.name.endsWith('heatlamp.db');
  Database.prototype.prepare = function (/** @type {string} */ sql) {
    const statement = /** @type {any} */ (prepare.call(this, sql));
    if (isOurs(this)) watchStatement(statement, sql);
    else if (this.name.endsWith('intake.db')) watchInboxStatement(statement, sql);
    return statement;
  };
}

function watchStatement(/** @type {any} */ statement, /** @type {string} */ sql) {
  const run = statement.run.bind(statement);
  if (/^\s*INSERT INTO "Delivery"/.test(sql))
    statement.run = (/** @type {unknown[]} */ ...values) => {
      hasDeliveries = true;
      return run(...values);
    };
  if (sql === 'BEGIN IMMEDIATE')
    statement.run = () => {
      try {
        return run();
      } catch (error) {
        hasBacklog = true;
        throw error;
      }
    };
  if (sql === 'COMMIT')
    statement.run = () => {
      const isOfBacklog = hasBacklog && hasDeliveries;
      hasDeliveries = false;
      if (isOfBacklog) reach('backlog-before-commit');
      reach('before-commit');
      const result = run();
      reach('after-commit');
      if (isOfBacklog) {
        hasBacklog = false;
        reach('backlog-after-commit');
      }
      return result;
    };
}

function watchInboxStatement(/** @type {any} */ statement, /** @type {string} */ sql) {
  const run = statement.run.bind(statement);
  if (/^\s*INSERT INTO/.test(sql))
    statement.run = (/** @type {unknown[]} */ ...values) => {
      hasEntries = true;
      return run(...values);
    };
  if (/^\s*DELETE FROM "Inbox" WHERE "seq" </.test(sql))
    statement.run = (/** @type {unknown[]} */ ...values) => {
      const result = run(...values);
      reach('inbox-deleted');
      return result;
    };
  if (sql === 'COMMIT')
    statement.run = () => {
      const isOfEntries = hasEntries;
      hasEntries = false;
      if (isOfEntries) reach('inbox-before-commit');
      const result = run();
      if (isOfEntries) reach('inbox-after-commit');
      return result;
    };
  // Entries are read from the file after a start, or when many wait.
  const { iterate } = statement;
  if (/^\s*SELECT "seq", "id"/.test(sql))
    statement.iterate = (/** @type {unknown[]} */ ...values) => {
      hasBacklog = true;
      return iterate.apply(statement, values);
    };
}

function watchResponses() {
  const { end } = http.ServerResponse.prototype;
  http.ServerResponse.prototype.end = function (/** @type {any[]} */ ...args) {
    const isAcknowledgement = this.statusCode === 200 && (this.req.url?.includes('/webhooks/') ?? false);
    if (isAcknowledgement) reach('before-reply');
    const result = /** @type {any} */ (end).apply(this, args);
    if (isAcknowledgement) reach('after-reply');
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
