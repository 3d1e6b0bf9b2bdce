import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteKind, Ticket } from '../../contract/live';
import { ready, ticket } from '../testing/tickets';
import {
  afterAnswer,
  afterOwnTap,
  afterRefusal,
  afterTap,
  afterTime,
  afterUndo,
  NO_TAPS,
  type OwnTap,
  pendingOn,
  secondsLeft,
  type Tap,
  type Taps,
} from './taps';

const table5 = ready(3, { id: '5-4-1' });
const table12 = ready(4, { id: '12-3-1' });
const tapped = (noteId: string, of = table5, sentAt = 1_000, kind: NoteKind = 'claim'): Tap => ({
  noteId,
  kind,
  ticket: of,
  sentAt,
});
const accepted = (taps: Taps, noteId: string, now: number) => afterAnswer(taps, noteId, { ticket: table5 }, now);
const claimed = accepted(afterTap(NO_TAPS, tapped('a')), 'a', 1_040);

describe('a tap', () => {
  it('is pending until it is answered, and a second one on that ticket is ignored', () => {
    const sent = afterTap(NO_TAPS, tapped('a'));
    expect([pendingOn(sent, '5-4-1'), pendingOn(sent, '12-3-1')]).toEqual(['claim', null]);
    expect(afterTap(sent, tapped('b', table5, 1_010, 'collect'))).toBe(sent);
    expect(pendingOn(claimed, '5-4-1')).toBeNull();
  });

  it('shows a notice after its acceptance, with an undo for five seconds from sending, less the delay', () => {
    expect(claimed.said).toEqual({ says: 'done', tap: tapped('a'), also: [], until: 5_700 });
    expect([1_040, 1_699, 1_701, 2_701, 5_699, 5_700].map((now) => secondsLeft(claimed.said, now))).toEqual([
      5, 5, 4, 3, 1, 0,
    ]);
    expect(afterTime(claimed, 5_699)).toBe(claimed);
    expect(afterTime(claimed, 5_700).said).toBeNull();
  });

  it('cannot be undone while its ticket has another one pending: the server would revert that one', () => {
    const another = afterTap(claimed, tapped('b', table5, 2_000, 'hide'));
    expect(afterUndo(another, () => 'u', 2_010)).toBe(another);
    expect(afterUndo(claimed, () => 'u', 2_010)).not.toBe(claimed);
  });

  it('that was answered late leaves as much time as the server still gives', () => {
    const late = accepted(afterTap(NO_TAPS, tapped('a')), 'a', 4_500);
    expect(secondsLeft(late.said, 4_500)).toBe(2);
  });

  it('replaces the older one once it is answered', () => {
    const both = afterTap(claimed, tapped('b', table12, 2_000, 'collect'));
    expect(both.said).toBe(claimed.said);
    const shown = accepted(both, 'b', 2_040);
    expect(shown.said).toMatchObject({ says: 'done', tap: { noteId: 'b', kind: 'collect', ticket: table12 } });
  });

  it('that this screen refuses itself is not sent, and shows the reason for four seconds', () => {
    const refused = afterRefusal(NO_TAPS, tapped('a'), 'cooking');
    expect(refused).toEqual({ sent: [], said: { says: 'refused', tap: tapped('a'), code: 'cooking', until: 5_000 } });
  });

  it('that the server refuses shows the reason for four seconds', () => {
    const answer = { error: { code: 'claimed', message: 'Sam has it' } } as const;
    const refused = afterAnswer(afterTap(NO_TAPS, tapped('a')), 'a', answer, 1_050);
    expect(refused).toEqual({ sent: [], said: { says: 'refused', tap: tapped('a'), code: 'claimed', until: 5_050 } });
    expect(afterTime(refused, 5_050)).toEqual(NO_TAPS);
  });

  it('with an unknown id is ignored when answered', () => {
    expect(accepted(claimed, 'of-another', 1_100)).toBe(claimed);
  });
});

describe('an undo', () => {
  const undoing = afterUndo(claimed, () => 'u', 2_000);

  it('is a tap of its own on the same ticket, once', () => {
    expect(undoing.sent).toEqual([tapped('u', table5, 2_000, 'undo')]);
    expect(undoing.said).toMatchObject({ says: 'taking-back', tap: tapped('a') });
    expect(afterUndo(undoing, () => 'again', 2_010)).toBe(undoing);
  });

  it('briefly shows a notice of its own', () => {
    const back = accepted(undoing, 'u', 2_050);
    expect(back).toEqual({ sent: [], said: { says: 'taken-back', tap: tapped('a'), also: [], until: 4_050 } });
    expect(afterTime(back, 4_050)).toEqual(NO_TAPS);
  });

  it('is not sent if there is nothing to undo, or too late', () => {
    expect(afterUndo(NO_TAPS, () => 'u', 0)).toBe(NO_TAPS);
    expect(afterUndo(claimed, () => 'u', 5_700)).toBe(claimed);
    const refused = afterAnswer(afterTap(NO_TAPS, tapped('a')), 'a', { error: { code: 'offline' } }, 1_000);
    expect(afterUndo(refused, () => 'u', 1_100)).toBe(refused);
  });

  it('that is refused shows the reason', () => {
    const answer = { error: { code: 'undo-late', message: 'too late' } } as const;
    expect(afterAnswer(undoing, 'u', answer, 2_050).said).toMatchObject({ says: 'refused', code: 'undo-late' });
  });

  it('shows nothing if a newer tap was reported meanwhile', () => {
    const newer = accepted(afterTap(undoing, tapped('b', table12, 2_010)), 'b', 2_020);
    const answered = accepted(newer, 'u', 2_050);
    expect(answered).toEqual({ sent: [], said: newer.said });
  });
});

describe('a batch of taps', () => {
  const confirms = (noteId: string, of: Ticket): Tap => ({
    ...tapped(noteId, of, 1_000, 'confirm-served'),
    batch: 'b',
  });
  const [one, other] = [confirms('a', table5), confirms('c', table12)];
  const sent = afterTap(afterTap(NO_TAPS, one), other);
  const both = accepted(accepted(sent, 'a', 1_040), 'c', 1_050);
  const refused = { error: { code: 'closed', message: 'served' } } as const;

  it('shares one notice and one undo', () => {
    expect(both).toEqual({ sent: [], said: { says: 'done', tap: one, also: [other], until: 5_700 } });
  });

  it('is reverted together, and reported once all are reverted', () => {
    const ids = ['u1', 'u2'];
    const undoing = afterUndo(both, () => ids.shift() ?? '', 2_000);
    expect(undoing.sent.map(({ noteId, kind, ticket: of }) => [noteId, kind, of.id])).toEqual([
      ['u1', 'undo', '5-4-1'],
      ['u2', 'undo', '12-3-1'],
    ]);
    const first = accepted(undoing, 'u2', 2_040);
    expect(first.said?.says).toBe('taking-back');
    expect(accepted(first, 'u1', 2_050).said).toEqual({ says: 'taken-back', tap: one, also: [other], until: 4_050 });
  });

  it('keeps the undo of the others if one is refused, in any order of answers', () => {
    const left = { says: 'done', tap: one, also: [], until: 5_700 };
    expect(afterAnswer(accepted(sent, 'a', 1_040), 'c', refused, 1_050)).toEqual({ sent: [], said: left });
    expect(accepted(afterAnswer(sent, 'c', refused, 1_040), 'a', 1_050)).toEqual({ sent: [], said: left });
  });

  it('offers its undo only after the last answer', () => {
    const half = accepted(sent, 'a', 1_040);
    expect(afterUndo(half, () => 'u', 1_045)).toBe(half);
  });
});

describe('an action on this device alone', () => {
  const seen: OwnTap = { ...tapped('s', table12, 1_000), kind: 'seen', takeBack: () => {} };
  const shown = afterOwnTap(NO_TAPS, seen);

  it('is reported at once for five seconds, and is never pending', () => {
    expect(shown).toEqual({ sent: [], said: { says: 'done', tap: seen, also: [], until: 6_000 } });
    expect(afterTime(shown, 6_000)).toEqual(NO_TAPS);
  });

  it('replaces the previous notice, and leaves pending taps alone', () => {
    expect(afterOwnTap(claimed, seen).said).toMatchObject({ tap: seen });
    expect(afterOwnTap(afterTap(NO_TAPS, tapped('a')), seen).sent).toEqual([tapped('a')]);
  });

  it('is reverted without the server, once and in time', () => {
    const back = afterUndo(shown, () => 'u', 5_999);
    expect(back).toEqual({ sent: [], said: { says: 'taken-back', tap: seen, also: [], until: 7_999 } });
    expect(afterUndo(back, () => 'v', 6_000)).toBe(back);
    expect(afterUndo(shown, () => 'u', 6_000)).toBe(shown);
  });
});

it('any order of taps and answers leaves nothing pending, and the last notice ends', () => {
  const tickets = [ticket({ id: '1' }), ticket({ id: '2' })];
  const step = fc.record({
    does: fc.constantFrom('tap', 'undo', 'accept', 'refuse', 'wait'),
    which: fc.nat(3),
    takes: fc.nat(3_000),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let taps = NO_TAPS;
      let now = 0;
      for (const [index, { does, which, takes }] of steps.entries()) {
        now += takes;
        taps = afterTime(taps, now);
        const waiting = taps.sent[which % Math.max(1, taps.sent.length)];
        const of = tickets[which % 2];
        if (does === 'tap' && of) taps = afterTap(taps, tapped(String(index), of, now));
        if (does === 'undo') taps = afterUndo(taps, () => String(index), now);
        if (does === 'accept' && waiting) taps = afterAnswer(taps, waiting.noteId, { ticket: waiting.ticket }, now);
        if (does === 'refuse' && waiting)
          taps = afterAnswer(taps, waiting.noteId, { error: { code: 'unanswered' } }, now);
        expect(new Set(taps.sent.map(({ noteId }) => noteId)).size).toBe(taps.sent.length);
        if (taps.said?.says === 'taking-back') expect(taps.sent).toEqual(expect.arrayContaining([...taps.said.undos]));
      }
      for (const { noteId, ticket: of } of taps.sent) taps = afterAnswer(taps, noteId, { ticket: of }, now);
      expect(afterTime(taps, now + 5_000)).toEqual(NO_TAPS);
    }),
  );
});
