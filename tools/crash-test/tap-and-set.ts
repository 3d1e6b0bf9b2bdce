import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { Board, TicketActionAnswer, TicketActionKind } from '../../contract/live';
import { readBoard } from '../harness/check-board';
import { CommandRefused, command } from '../harness/control';
import { between, pick, type Random } from '../pos-simulator/random';
import type { Ledger, Tapped } from './ledger';
import type { OnVersion } from './watch-versions';

const TAP_EVERY_MS = 30;
const SET_EVERY_MS = 120;
const SENT_AGAIN = 0.25;
const ANSWERED_WITHIN_MS = 5_000;
const KINDS: readonly TicketActionKind[] = ['claim', 'claim', 'collect', 'hide', 'recall', 'undo'];

/** Limits that change a board without closing tickets. The last three also exist by course. */
const KEYS = ['readyLeavesWall', 'fallbackLate', 'readyLate', 'warnPercent'] as const;
const COURSES = [undefined, 1, 2];

/** The connections of a screen that taps, over HTTP or over its socket. */
export type TappingScreen = { url: URL; token: string; socket: Socket; onVersion: OnVersion };

/** Taps tickets of the board, sometimes repeating a request, until the server has ended. */
export async function tapUntil(isOver: () => boolean, screen: TappingScreen, random: Random, ledger: Ledger) {
  while (!isOver()) {
    const board = await readBoard(screen.url, screen.token).catch(() => null);
    if (board) {
      screen.onVersion(board);
      await tapOn(board, screen, random, ledger);
    }
    await wait(TAP_EVERY_MS);
  }
}

async function tapOn({ tickets }: Board, screen: TappingScreen, random: Random, { taps }: Ledger): Promise<void> {
  const again = taps.size > 0 && random() < SENT_AGAIN ? pick(random, [...taps.values()]) : null;
  if (!again && tickets.length === 0) return;
  const tap: Tapped = again ?? {
    noteId: randomUUID(),
    kind: pick(random, KINDS),
    ticketId: pick(random, tickets).id,
    answer: null,
  };
  taps.set(tap.noteId, tap);
  const answer = await (random() < 0.5 ? tapOverHttp(tap, screen) : tapOverSocket(tap, screen)).catch(() => null);
  // An earlier request without an answer may have been stored: a later refusal does not prove the opposite.
  if (answer === 'kept' || !again || tap.answer === 'refused') tap.answer = answer;
}

async function tapOverHttp({ noteId, kind, ticketId }: Tapped, { url, token }: TappingScreen) {
  const { ok } = await fetch(new URL(`/api/v1/tickets/${ticketId}/notes`, url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ noteId, kind }),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  });
  return ok ? 'kept' : 'refused';
}

async function tapOverSocket({ noteId, kind, ticketId }: Tapped, { socket }: TappingScreen) {
  const tap = { noteId, kind, ticketId };
  const answer = (await socket.timeout(ANSWERED_WITHIN_MS).emitWithAck('ticket:note', tap)) as TicketActionAnswer;
  return 'ticket' in answer ? 'kept' : 'refused';
}

/** Changes settings, one after the other, until the server has ended. */
export async function setUntil(isOver: () => boolean, folder: string, random: Random, ledger: Ledger): Promise<void> {
  while (!isOver()) {
    const key = pick(random, KEYS);
    const course = key === 'readyLeavesWall' ? undefined : pick(random, COURSES);
    const value = String(between(random, 1, 30));
    const place = { key, branch: 1, course };
    const setting = ledger.settings.get(JSON.stringify(place)) ?? { ...place, inForce: null, open: null };
    ledger.settings.set(JSON.stringify(place), setting);
    setting.open = value;
    try {
      await command(folder, 'setting set', { ...place, value });
      setting.inForce = value;
      setting.open = null;
    } catch (error) {
      // Without an answer the change may be stored or not; the check after the restart accepts both.
      if (error instanceof CommandRefused) setting.open = null;
    }
    await wait(SET_EVERY_MS);
  }
}

type Listed = { key: string; value: number | string; branch: number | null; course: number | null };

/** Acknowledged settings that are not stored. Changes without an answer may be stored or not. */
export async function checkSettings(folder: string, { settings }: Ledger): Promise<string[]> {
  const listed = await command<Listed[]>(folder, 'setting list');
  const broken: string[] = [];
  for (const setting of settings.values()) {
    const course = setting.course ?? null;
    const own = listed.find(
      (each) => each.key === setting.key && each.branch === setting.branch && each.course === course,
    );
    const value = own ? String(own.value) : null;
    if (value !== setting.inForce && (setting.open === null || value !== setting.open))
      broken.push(`${setting.key} was set to ${setting.inForce} and is ${value} after a restart`);
    setting.inForce = value;
    setting.open = null;
  }
  return broken;
}
