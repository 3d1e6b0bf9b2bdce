import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ticket, TicketActionKind } from '../../contract/live';
import { ready, ticket } from '../testing/tickets';
import {
  afterAction,
  afterAnswer,
  afterLocalAction,
  afterRefusal,
  afterTime,
  afterUndo,
  type LocalAction,
  NO_ACTIONS,
  pendingOn,
  secondsLeft,
  type TicketAction,
  type TicketActions,
  undoWaitsFor,
} from './ticket-actions';

const table5 = ready(3, { id: '5-4-1' });
const table12 = ready(4, { id: '12-3-1' });
const tapped = (actionId: string, of = table5, sentAt = 1_000, kind: TicketActionKind = 'claim'): TicketAction => ({
  actionId,
  kind,
  ticket: of,
  sentAt,
});
const accepted = (actions: TicketActions, actionId: string, now: number) =>
  afterAnswer(actions, actionId, { ticket: table5 }, now);
const claimed = accepted(afterAction(NO_ACTIONS, tapped('a')), 'a', 1_040);

describe('an action', () => {
  it('is pending until it is answered, and a second one on that ticket is ignored', () => {
    const sent = afterAction(NO_ACTIONS, tapped('a'));
    expect([pendingOn(sent, '5-4-1'), pendingOn(sent, '12-3-1')]).toEqual(['claim', null]);
    expect(afterAction(sent, tapped('b', table5, 1_010, 'collect'))).toBe(sent);
    expect(pendingOn(claimed, '5-4-1')).toBeNull();
  });

  it('shows a notice after its acceptance, with an undo for five seconds from sending, less the delay', () => {
    expect(claimed.notice).toEqual({ state: 'done', action: tapped('a'), also: [], until: 5_700 });
    expect([1_040, 1_699, 1_701, 2_701, 5_699, 5_700].map((now) => secondsLeft(claimed.notice, now))).toEqual([
      5, 5, 4, 3, 1, 0,
    ]);
    expect(afterTime(claimed, 5_699)).toBe(claimed);
    expect(afterTime(claimed, 5_700).notice).toBeNull();
  });

  it('cannot be undone while its ticket has another one pending: the undo waits for that one', () => {
    const another = afterAction(claimed, tapped('b', table5, 2_000, 'hide'));
    expect(afterUndo(another, () => 'u', 2_010)).toBe(another);
    expect(undoWaitsFor(another)).toMatchObject({ actionId: 'b' });
    expect(undoWaitsFor(afterAction(claimed, tapped('b', table12, 2_000)))).toBeUndefined();
    expect(afterUndo(claimed, () => 'u', 2_010)).not.toBe(claimed);
  });

  it('that was answered late leaves as much time as the server still gives', () => {
    const late = accepted(afterAction(NO_ACTIONS, tapped('a')), 'a', 4_500);
    expect(secondsLeft(late.notice, 4_500)).toBe(2);
  });

  it('replaces the older one once it is answered', () => {
    const both = afterAction(claimed, tapped('b', table12, 2_000, 'collect'));
    expect(both.notice).toBe(claimed.notice);
    const shown = accepted(both, 'b', 2_040);
    expect(shown.notice).toMatchObject({ state: 'done', action: { actionId: 'b', kind: 'collect', ticket: table12 } });
  });

  it('leaves the notice of a newer one that was answered before it', () => {
    const both = afterAction(afterAction(NO_ACTIONS, tapped('a')), tapped('b', table12, 2_000, 'collect'));
    const newer = accepted(both, 'b', 2_040);
    expect(accepted(newer, 'a', 2_500)).toEqual({ sent: [], notice: newer.notice });
  });

  it('that this screen refuses itself is not sent, and shows the reason for four seconds', () => {
    const refused = afterRefusal(NO_ACTIONS, tapped('a'), 'cooking');
    expect(refused).toEqual({
      sent: [],
      notice: { state: 'refused', action: tapped('a'), code: 'cooking', until: 5_000 },
    });
  });

  it('that the server refuses shows the reason for four seconds', () => {
    const answer = { error: { code: 'claimed', message: 'Sam has it' } } as const;
    const refused = afterAnswer(afterAction(NO_ACTIONS, tapped('a')), 'a', answer, 1_050);
    expect(refused).toEqual({
      sent: [],
      notice: { state: 'refused', action: tapped('a'), code: 'claimed', until: 5_050 },
    });
    expect(afterTime(refused, 5_050)).toEqual(NO_ACTIONS);
  });

  it('with an unknown id is ignored when answered', () => {
    expect(accepted(claimed, 'of-another', 1_100)).toBe(claimed);
  });
});

describe('an undo', () => {
  const undoing = afterUndo(claimed, () => 'u', 2_000);

  it('is an action of its own on the same ticket, once', () => {
    expect(undoing.sent).toEqual([tapped('u', table5, 2_000, 'undo')]);
    expect(undoing.notice).toMatchObject({ state: 'taking-back', action: tapped('a') });
    expect(afterUndo(undoing, () => 'again', 2_010)).toBe(undoing);
  });

  it('briefly shows a notice of its own', () => {
    const back = accepted(undoing, 'u', 2_050);
    expect(back).toEqual({ sent: [], notice: { state: 'taken-back', action: tapped('a'), also: [], until: 4_050 } });
    expect(afterTime(back, 4_050)).toEqual(NO_ACTIONS);
  });

  it('is not sent if there is nothing to undo, or too late', () => {
    expect(afterUndo(NO_ACTIONS, () => 'u', 0)).toBe(NO_ACTIONS);
    expect(afterUndo(claimed, () => 'u', 5_700)).toBe(claimed);
    const refused = afterAnswer(afterAction(NO_ACTIONS, tapped('a')), 'a', { error: { code: 'offline' } }, 1_000);
    expect(afterUndo(refused, () => 'u', 1_100)).toBe(refused);
  });

  it('after it reverts what was done before, as long as that can be undone', () => {
    const second = accepted(afterAction(claimed, tapped('b', table12, 2_000, 'hide')), 'b', 2_040);
    const first = afterUndo(second, () => 'u', 3_000);
    expect(first.notice).toMatchObject({ state: 'taking-back', action: { actionId: 'b' } });
    for (const back of [first, accepted(first, 'u', 3_040)]) {
      const again = afterUndo(back, () => 'v', 5_699);
      expect(again.sent.at(-1)).toEqual(tapped('v', table5, 5_699, 'undo'));
      expect(again.notice).toMatchObject({ state: 'taking-back', action: tapped('a') });
      expect(afterUndo(again, () => 'w', 5_699)).toBe(again);
      expect(afterUndo(back, () => 'v', 5_700)).toBe(back);
    }
  });

  it('that is refused shows the reason', () => {
    const answer = { error: { code: 'undo-late', message: 'too late' } } as const;
    expect(afterAnswer(undoing, 'u', answer, 2_050).notice).toMatchObject({ state: 'refused', code: 'undo-late' });
  });

  it('shows nothing if a newer action was reported meanwhile', () => {
    const newer = accepted(afterAction(undoing, tapped('b', table12, 2_010)), 'b', 2_020);
    const answered = accepted(newer, 'u', 2_050);
    expect(answered).toEqual({ sent: [], notice: newer.notice });
  });
});

describe('a batch of actions', () => {
  const confirms = (actionId: string, of: Ticket): TicketAction => ({
    ...tapped(actionId, of, 1_000, 'confirm-served'),
    batch: 'b',
  });
  const [one, other] = [confirms('a', table5), confirms('c', table12)];
  const sent = afterAction(afterAction(NO_ACTIONS, one), other);
  const both = accepted(accepted(sent, 'a', 1_040), 'c', 1_050);
  const refused = { error: { code: 'closed', message: 'served' } } as const;

  it('shares one notice and one undo', () => {
    expect(both).toEqual({ sent: [], notice: { state: 'done', action: one, also: [other], until: 5_700 } });
  });

  it('is reverted together, and reported once all are reverted', () => {
    const ids = ['u1', 'u2'];
    const undoing = afterUndo(both, () => ids.shift() ?? '', 2_000);
    expect(undoing.sent.map(({ actionId, kind, ticket: of }) => [actionId, kind, of.id])).toEqual([
      ['u1', 'undo', '5-4-1'],
      ['u2', 'undo', '12-3-1'],
    ]);
    const first = accepted(undoing, 'u2', 2_040);
    expect(first.notice?.state).toBe('taking-back');
    expect(accepted(first, 'u1', 2_050).notice).toEqual({
      state: 'taken-back',
      action: one,
      also: [other],
      until: 4_050,
    });
  });

  it('waits for every undo, and then says that one was refused, in any order of answers', () => {
    const late = { error: { code: 'undo-late', message: 'too late' } } as const;
    const ids = ['u1', 'u2'];
    const undoing = afterUndo(both, () => ids.shift() ?? '', 2_000);
    const answers = [
      accepted(afterAnswer(undoing, 'u1', late, 2_040), 'u2', 2_050),
      afterAnswer(accepted(undoing, 'u2', 2_040), 'u1', late, 2_050),
    ];
    for (const { sent, notice } of answers) {
      expect(sent).toEqual([]);
      expect(notice).toMatchObject({ state: 'refused', code: 'undo-late', action: { actionId: 'u1' }, until: 6_050 });
    }
    expect(afterAnswer(undoing, 'u1', late, 2_040).notice?.state).toBe('taking-back');
  });

  it('keeps the undo of the others if one is refused, and says so, in any order of answers', () => {
    const left = { state: 'done', action: one, also: [], refused: { action: other, code: 'closed' }, until: 5_700 };
    expect(afterAnswer(accepted(sent, 'a', 1_040), 'c', refused, 1_050)).toEqual({ sent: [], notice: left });
    expect(accepted(afterAnswer(sent, 'c', refused, 1_040), 'a', 1_050)).toEqual({ sent: [], notice: left });
  });

  it('offers its undo only after the last answer', () => {
    const half = accepted(sent, 'a', 1_040);
    expect(afterUndo(half, () => 'u', 1_045)).toBe(half);
  });
});

describe('an action on this device alone', () => {
  const seen: LocalAction = { ...tapped('s', table12, 1_000), kind: 'seen', takeBack: () => {} };
  const shown = afterLocalAction(NO_ACTIONS, seen);

  it('is reported at once for five seconds, and is never pending', () => {
    expect(shown).toEqual({ sent: [], notice: { state: 'done', action: seen, also: [], until: 6_000 } });
    expect(afterTime(shown, 6_000)).toEqual(NO_ACTIONS);
  });

  it('replaces the previous notice, and leaves pending actions alone', () => {
    expect(afterLocalAction(claimed, seen).notice).toMatchObject({ action: seen });
    expect(afterLocalAction(afterAction(NO_ACTIONS, tapped('a')), seen).sent).toEqual([tapped('a')]);
  });

  it('is reverted without the server, once and in time', () => {
    const back = afterUndo(shown, () => 'u', 5_999);
    expect(back).toEqual({ sent: [], notice: { state: 'taken-back', action: seen, also: [], until: 7_999 } });
    expect(afterUndo(back, () => 'v', 6_000)).toBe(back);
    expect(afterUndo(shown, () => 'u', 6_000)).toBe(shown);
  });
});

it('any order of actions and answers leaves nothing pending, and the last notice ends', () => {
  const tickets = [ticket({ id: '1' }), ticket({ id: '2' })];
  const step = fc.record({
    does: fc.constantFrom('act', 'undo', 'accept', 'refuse', 'wait'),
    which: fc.nat(3),
    takes: fc.nat(3_000),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let actions = NO_ACTIONS;
      let now = 0;
      for (const [index, { does, which, takes }] of steps.entries()) {
        now += takes;
        actions = afterTime(actions, now);
        const waiting = actions.sent[which % Math.max(1, actions.sent.length)];
        const of = tickets[which % 2];
        if (does === 'act' && of) actions = afterAction(actions, tapped(String(index), of, now));
        if (does === 'undo') actions = afterUndo(actions, () => String(index), now);
        if (does === 'accept' && waiting)
          actions = afterAnswer(actions, waiting.actionId, { ticket: waiting.ticket }, now);
        if (does === 'refuse' && waiting)
          actions = afterAnswer(actions, waiting.actionId, { error: { code: 'unanswered' } }, now);
        expect(new Set(actions.sent.map(({ actionId }) => actionId)).size).toBe(actions.sent.length);
        if (actions.notice?.state === 'taking-back')
          expect(actions.sent).toEqual(expect.arrayContaining([...actions.notice.undos]));
      }
      for (const { actionId, ticket: of } of actions.sent)
        actions = afterAnswer(actions, actionId, { ticket: of }, now);
      expect(afterTime(actions, now + 5_000)).toEqual(NO_ACTIONS);
    }),
  );
});
