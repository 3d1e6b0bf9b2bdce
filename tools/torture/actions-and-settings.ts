import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { Board, TicketActionAnswer, TicketActionKind } from '../../contract/live';
import { CommandRefused, command } from '../harness/child-server';
import { readBoard } from '../harness/folded-board';
import { between, pick, type Random } from '../pos-simulator/random';
import type { Ledger, OnVersion, SentAction } from './load';

const ACTION_INTERVAL_MS = 30;
const SETTING_INTERVAL_MS = 120;
const REPEAT_SHARE = 0.25;
const RESPONSE_TIMEOUT_MS = 5_000;
const KINDS: readonly TicketActionKind[] = ['claim', 'claim', 'collect', 'hide', 'recall', 'undo'];

/** Settings that change a board without closing tickets. All but the first can be set per course. */
const KEYS = ['readyLeavesWall', 'fallbackLate', 'readyLate', 'warnPercent'] as const;
const COURSES = [undefined, 1, 2];

/** The connections of a screen that acts over HTTP or over its socket. */
type ActingScreen = { url: URL; token: string; socket: Socket; onVersion: OnVersion };

/** Acts on tickets of the board until the server has ended. Some actions are sent again. */
export async function sendActions(isOver: () => boolean, screen: ActingScreen, random: Random, ledger: Ledger) {
  while (!isOver()) {
    const board = await readBoard(screen.url, screen.token).catch(() => null);
    if (board) {
      screen.onVersion(board);
      await sendAction(board, screen, random, ledger);
    }
    await wait(ACTION_INTERVAL_MS);
  }
}

async function sendAction(
  { tickets }: Board,
  screen: ActingScreen,
  random: Random,
  { actions }: Ledger,
): Promise<void> {
  const repeated = actions.size > 0 && random() < REPEAT_SHARE ? pick(random, [...actions.values()]) : null;
  if (!repeated && tickets.length === 0) return;
  const action: SentAction = repeated ?? {
    actionId: randomUUID(),
    kind: pick(random, KINDS),
    ticketId: pick(random, tickets).id,
    outcome: null,
  };
  actions.set(action.actionId, action);
  const outcome = await (random() < 0.5 ? actionOverHttp(action, screen) : actionOverSocket(action, screen)).catch(
    () => null,
  );
  // An earlier request without a response may have been stored, so a later refusal proves nothing.
  if (outcome === 'stored' || !repeated || action.outcome === 'refused') action.outcome = outcome;
}

async function actionOverHttp({ actionId, kind, ticketId }: SentAction, { url, token }: ActingScreen) {
  const { ok } = await fetch(new URL(`/api/v1/tickets/${ticketId}/actions`, url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ actionId, kind }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  return ok ? 'stored' : 'refused';
}

async function actionOverSocket({ actionId, kind, ticketId }: SentAction, { socket }: ActingScreen) {
  const action = { actionId, kind, ticketId };
  const response = (await socket
    .timeout(RESPONSE_TIMEOUT_MS)
    .emitWithAck('ticket:action', action)) as TicketActionAnswer;
  return 'ticket' in response ? 'stored' : 'refused';
}

/**
 * Changes one setting after the other until the server has ended. `isCommitCertain`: whether an error proves that a
 * change was not stored, as on SQLite.
 */
export async function changeSettings(
  isOver: () => boolean,
  folder: string,
  random: Random,
  ledger: Ledger,
  isCommitCertain: boolean,
): Promise<void> {
  while (!isOver()) {
    const key = pick(random, KEYS);
    const course = key === 'readyLeavesWall' ? undefined : pick(random, COURSES);
    const value = String(between(random, 1, 30));
    const target = { key, branch: 1, course };
    const setting = ledger.settings.get(JSON.stringify(target)) ?? { ...target, acknowledged: null, pending: [] };
    ledger.settings.set(JSON.stringify(target), setting);
    setting.pending.push(value);
    try {
      await command(folder, 'setting set', { ...target, value });
      setting.acknowledged = value;
      setting.pending = [];
    } catch (error) {
      // Without a response the change may be stored or not; `checkSettings` accepts both. So it is when PostgreSQL
      // ends in the middle of a COMMIT: the server then reports an error, and the change may be stored.
      if (error instanceof CommandRefused && isCommitCertain) setting.pending.pop();
    }
    await wait(SETTING_INTERVAL_MS);
  }
}

type ListedSetting = { key: string; value: number | string; branch: number | null; course: number | null };

/** Returns violations: acknowledged settings that are not stored. Changes without a response may be stored or not. */
export async function checkSettings(folder: string, { settings }: Ledger): Promise<string[]> {
  const listed = await command<ListedSetting[]>(folder, 'setting list');
  const violations: string[] = [];
  for (const setting of settings.values()) {
    const course = setting.course ?? null;
    const stored = listed.find(
      (each) => each.key === setting.key && each.branch === setting.branch && each.course === course,
    );
    const value = stored ? String(stored.value) : null;
    if (value !== setting.acknowledged && (value === null || !setting.pending.includes(value)))
      violations.push(`${setting.key} was set to ${setting.acknowledged} and is ${value} after a restart`);
    setting.acknowledged = value;
    setting.pending = [];
  }
  return violations;
}
