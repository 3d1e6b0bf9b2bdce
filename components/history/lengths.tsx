'use client';

import { useTranslations } from 'use-intl';
import type { CourseDetails, HistoryCourse } from '../../contract/history';
import { useDurations } from '../manager/day-text';
import { toMs } from '../time/clock-text';

/** Facts of a course for its row. Durations in milliseconds; null if unknown. */
type CourseFacts = {
  /** Start, in epoch ms by the POS's clock. */
  began: number | null;
  cooking: number | null;
  expected: number | null;
  /** Difference from the expected time. */
  against: number | null;
  /** F15a: the wait on the pass until the POS said served, and until somebody collected it. */
  until: { collected: number | null; served: number | null };
  /** Current state, if the course is open. */
  still: 'started' | 'ready' | null;
};

/** How long a course cooked (as measured, as the POS says, and as expected), and how long it waited on the pass. */
export function Lengths({ details }: { details: CourseDetails }) {
  const t = useTranslations('course');
  const of = useTranslations('course.cookingBy');
  const passUntil = useTranslations('course.passUntil');
  const none = useTranslations('history')('none');
  const durations = useDurations();
  const { ticket, overtime } = details;
  const { cooking, expected, until } = factsOf(details);
  const pos = ticket.posSeconds === null ? null : ticket.posSeconds * 1000;
  const length = (ms: number | null) =>
    ms === null ? (
      <span className="text-text-quiet">{none}</span>
    ) : (
      <b className="tabular-nums">{durations.text(ms)}</b>
    );
  const cookingOverMs = cooking === null ? null : overtime.cookingMs;
  return (
    <div className="mt-3 grid gap-4">
      <div>
        <h3 className="font-semibold">
          {t('cooking')} <Over ms={cookingOverMs} />
        </h3>
        <dl className="mt-1 grid grid-cols-3 gap-x-4">
          <Figure name={of('measured')}>{length(cooking)}</Figure>
          <Figure name={of('pos')}>{length(pos)}</Figure>
          <Figure name={of('expected')}>{length(expected)}</Figure>
        </dl>
      </div>
      <div>
        <h3 className="font-semibold">
          {t('pass')} <Over ms={(until.collected ?? until.served) === null ? null : overtime.passMs} />
        </h3>
        <dl className="mt-1 grid grid-cols-3 gap-x-4">
          {until.collected !== null && <Figure name={passUntil('collected')}>{length(until.collected)}</Figure>}
          <Figure name={passUntil('served')}>{length(until.served)}</Figure>
        </dl>
      </div>
    </div>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-text-quiet">{name}</dt>
      <dd className="text-2xl leading-tight font-stretch-90%">{children}</dd>
    </div>
  );
}

/** By how many ms the course exceeded a limit, 0 if it did not; empty if unknown. */
function Over({ ms }: { ms: number | null }) {
  const t = useTranslations('course');
  const durations = useDurations();
  if (ms === null) return null;
  return ms > 0 ? (
    <span className="ml-2 font-bold text-trouble">{t('over', { time: durations.text(ms) })}</span>
  ) : (
    <span className="ml-2 font-normal text-text-quiet">{t('within')}</span>
  );
}

export function factsOf({ ticket }: HistoryCourse): CourseFacts {
  const [startedAt, readyAt, servedAt] = [ticket.startedAt, ticket.readyAt, ticket.servedAt].map(toMs);
  const cooking = ms(ticket.measuredSeconds);
  const expected = ms(ticket.expectedSeconds);
  const sinceReady = (at: number | null | undefined) =>
    readyAt == null || at == null || at < readyAt ? null : at - readyAt;
  return {
    began: startedAt ?? readyAt ?? servedAt ?? null,
    cooking,
    expected,
    against: cooking === null || expected === null ? null : cooking - expected,
    until: { collected: sinceReady(toMs(ticket.collected?.at ?? null)), served: sinceReady(servedAt) },
    still: ticket.closedAt !== null || ticket.presumedServed !== null ? null : readyAt == null ? 'started' : 'ready',
  };
}

function ms(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}
