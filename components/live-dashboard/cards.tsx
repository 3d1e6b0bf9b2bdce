'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CoursePace, LiveBranch } from '../../contract/live-branches';
import type { ServesReport } from '../../contract/reports';
import { areServesRare } from '../../domain/course-times';
import { isQuiet, MANY_COURSES, type Verdict, verdictOf } from '../../domain/live-verdict';
import { mostMeasured, useDurations, useNumbers, useServesText } from '../manager/day-text';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { toMs } from '../time/clock-text';
import { useWhen } from '../time/when';
import { Empty } from '../ui/sheet';

type Tone = 'plain' | 'quiet' | 'trouble' | 'good';
type FigureProps = { href?: string | null; tone?: Tone; children: ReactNode };

const TONES: Record<Tone, string> = {
  plain: '',
  quiet: 'text-text-quiet',
  trouble: 'text-trouble',
  good: 'text-accent',
};

/** A share for display: two numbers if there are few courses, because "13 %" of eight is one course. */
type LateShare =
  | { is: 'counts'; late: number; count: number }
  | { is: 'percent'; share: number; late: number; count: number };

/** `now` is server time, epoch ms; `serves` are today's, null while they are not known. */
type Props = {
  live: LiveBranch;
  now: number;
  serves: ServesReport | null;
  link: (tickets: readonly string[]) => string | null;
};

/** Share of recently finished courses that were late. */
export function LateCard({ live: { pace }, link }: Props) {
  const t = useTranslations('liveDashboard.late');
  const nothing = useTranslations('liveDashboard.pace')('nothing');
  const { percent } = useNumbers();
  const share = lateShareOf(pace.late.length, pace.counted.length);
  if (share.count === 0)
    return (
      <Card label={t('label')}>
        <Figure>–</Figure>
        <Note>{nothing}</Note>
      </Card>
    );
  return (
    <Card label={t('label')}>
      <Figure href={link(pace.late)} tone={pace.late.length > 0 ? 'trouble' : 'plain'}>
        {share.is === 'percent' ? percent(share.share, 0) : t('share', share)}
      </Figure>
      <Note>{share.is === 'percent' ? t('percentBasis', { late: share.late, count: share.count }) : t('basis')}</Note>
    </Card>
  );
}

/** Courses in preparation and on the pass. */
export function FlightCard({ live: { cooking, onPass }, serves, link }: Props) {
  const t = useTranslations('liveDashboard.flight');
  const { rare } = useServesText();
  const isRare = serves !== null && areServesRare(serves);
  return (
    <Card label={t('label')} wide>
      <div className="grid grid-cols-2 gap-4">
        <div>
          <Figure href={link(cooking.tickets)}>{t('cooking', { count: cooking.tickets.length })}</Figure>
          {cooking.guests > 0 && <Note>{t('guests', { count: cooking.guests })}</Note>}
          <LateCount href={link(cooking.late)} count={cooking.late.length} of="lateCooking" />
        </div>
        <div>
          <Figure href={link(onPass.tickets)} tone={isRare ? 'quiet' : 'plain'}>
            {t('onPass', { count: onPass.tickets.length })}
          </Figure>
          {onPass.guests > 0 && <Note>{t('guests', { count: onPass.guests })}</Note>}
          <LateCount href={link(onPass.late)} count={onPass.late.length} of="latePass" isQuiet={isRare} />
          {isRare && <Note>{rare}</Note>}
        </div>
      </div>
    </Card>
  );
}

type LateProps = { href: string | null; count: number; of: 'lateCooking' | 'latePass'; isQuiet?: boolean };

function LateCount({ href, count, of, isQuiet = false }: LateProps) {
  const t = useTranslations('liveDashboard.flight');
  if (count === 0) return <Note>{t('noneLate')}</Note>;
  if (href === null) return <Note tone={isQuiet ? 'plain' : 'trouble'}>{t(of, { count })}</Note>;
  return (
    <p>
      <a
        href={href}
        className={`underline underline-offset-4 ${isQuiet ? 'text-text-quiet' : 'font-semibold text-trouble'}`}
      >
        {t(of, { count })}
      </a>
    </p>
  );
}

/** The course that has been open longest. */
export function OldestCard({ live, now, serves, link }: Props) {
  const t = useTranslations('liveDashboard.oldest');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const durations = useDurations();
  const { rare } = useServesText();
  const { oldest, posOffsetMs } = live;
  if (!oldest)
    return (
      <Card label={t('label')}>
        <Figure>–</Figure>
        <Note>{t('none')}</Note>
      </Card>
    );
  const branchNow = now - posOffsetMs;
  const lateMs = oldest.lateAt === null ? -1 : branchNow - Date.parse(oldest.lateAt);
  const isRare = oldest.state === 'ready' && serves !== null && areServesRare(serves);
  return (
    <Card label={t('label')}>
      <Figure href={link([oldest.ticket])} tone={isRare ? 'quiet' : lateMs >= 0 ? 'trouble' : 'plain'}>
        {durations.text(Math.max(0, branchNow - Date.parse(oldest.since)))}
      </Figure>
      <p className="font-semibold">{placeName(oldest)}</p>
      <Note>{t(oldest.state, { course: courseName(oldest.course) })}</Note>
      {lateMs >= 0 && (
        <Note tone={isRare ? 'plain' : 'trouble'}>{t('late', { minutes: Math.floor(lateMs / 60_000) })}</Note>
      )}
      {isRare && <Note>{rare}</Note>}
    </Card>
  );
}

/** Why nothing is open, in place of the cards about courses. */
export function QuietCard({ live: { lastDeliveryAt, branch, clockOffMs }, now }: Props) {
  const t = useTranslations('liveDashboard.empty');
  const when = useWhen(branch.timeZone);
  if (lastDeliveryAt === null) return <Empty title={t('nothingYet')}>{t('never')}</Empty>;
  const isClosedOnArrival = clockOffMs !== null && clockOffMs > 0;
  return (
    <Empty title={t(isClosedOnArrival ? 'closed' : 'title')}>
      {t(isClosedOnArrival ? 'closedHint' : 'since', { when: when(Date.parse(lastDeliveryAt), now) })}
    </Empty>
  );
}

const CLOCKS_DIFFER_MS = 2_000;

/** State of the POS connection and of its clock. */
export function PosCard({ live, now, serves }: Props) {
  const t = useTranslations('liveDashboard.pos');
  const when = useWhen(live.branch.timeZone);
  const { number } = useNumbers();
  const { pressed } = useServesText();
  const durations = useDurations();
  const { lastDeliveryAt, posOffsetMs, isPosClockKnown, clockOffMs, cooking } = live;
  const last = toMs(lastDeliveryAt);
  const quiet = isQuiet(last, cooking.tickets.length, now);
  const off = Math.abs(posOffsetMs);
  const clock = !isPosClockKnown
    ? 'clockUnknown'
    : off < CLOCKS_DIFFER_MS
      ? 'clockSame'
      : posOffsetMs > 0
        ? 'clockBehind'
        : 'clockAhead';
  const time = off < 120_000 ? `${number(Math.round(off / 1000))} s` : `${number(Math.round(off / 60_000))} min`;
  return (
    <Card label={t('label')} wide>
      {last === null ? (
        <Figure>{t('never')}</Figure>
      ) : (
        <>
          <Figure tone={quiet ? 'trouble' : 'plain'}>{when(last, now)}</Figure>
          <Note>{t('last')}</Note>
          {quiet && <Note tone="trouble">{t('quiet', { minutes: Math.floor((now - last) / 60_000) })}</Note>}
          {clockOffMs === null ? (
            <Note>{t(clock, { time })}</Note>
          ) : (
            <Note tone="trouble">
              {t(clockOffMs > 0 ? 'strayBehind' : 'strayAhead', { time: durations.text(Math.abs(clockOffMs)) })}
            </Note>
          )}
          {serves !== null && serves.n >= MANY_COURSES && (
            <Note>{t('served', { text: pressed(serves, areServesRare) })}</Note>
          )}
        </>
      )}
    </Card>
  );
}

/** @param count number of courses in total */
export function lateShareOf(late: number, count: number): LateShare {
  return count < MANY_COURSES ? { is: 'counts', late, count } : { is: 'percent', share: late / count, late, count };
}

/** A labelled card of the dashboard. */
export function Card({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className={`rounded-xl border border-line bg-sheet px-4 py-3 sm:px-5 sm:py-4 ${wide ? 'col-span-2' : ''}`}
    >
      <h2 className="font-semibold text-sm text-text-quiet">{label}</h2>
      {children}
    </section>
  );
}

/** The figure of a card; a link to its courses if there are any. */
export function Figure({ href, tone = 'plain', children }: FigureProps) {
  const look = `block font-bold leading-tight font-stretch-90% tracking-tight text-3xl sm:text-4xl ${TONES[tone]}`;
  return href ? (
    <a
      href={href}
      className={`${look} w-fit underline decoration-line decoration-2 underline-offset-6 hover:decoration-current`}
    >
      {children}
    </a>
  ) : (
    <p className={look}>{children}</p>
  );
}

/** The basis of a figure. */
export function Note({ tone = 'plain', children }: { tone?: Exclude<Tone, 'quiet'>; children: ReactNode }) {
  return <p className={tone === 'plain' ? 'text-text-quiet' : `font-semibold ${TONES[tone]}`}>{children}</p>;
}

export const VERDICT_TONES = {
  behind: 'trouble',
  ahead: 'good',
  'as-expected': 'good',
  few: 'plain',
  'no-target': 'plain',
  nothing: 'plain',
} as const;

type Link = (tickets: readonly string[]) => string | null;

/** Current time of each course and its difference from the expected one. Courses are never added up. */
export function PaceCard({ live, link }: { live: LiveBranch; link: Link }) {
  const t = useTranslations('liveDashboard.pace');
  const { pace, unit } = live;
  const shown = mostMeasured(pace.courses, ({ counted }) => counted.length);
  const others = pace.courses.filter((course) => !shown.includes(course));
  return (
    <Card label={t('label')} wide>
      {shown.length === 0 ? (
        <>
          <Figure>–</Figure>
          <Note>{t('nothing')}</Note>
        </>
      ) : (
        <>
          {/* As many in a line as have room for their longest words. */}
          <ul className="mt-1 mb-2 flex flex-wrap gap-x-4 gap-y-3">
            {shown.map((course) => (
              <li key={course.course.number} className="max-w-full flex-[1_1_6em]">
                <CourseFigure pace={course} link={link} />
              </li>
            ))}
          </ul>
          <Note>
            {unit === null ? t('unitUnknown') : t('basis')}
            {others.length > 0 && (
              <>
                {' · '}
                <a
                  className="underline underline-offset-4"
                  href={link(others.flatMap(({ counted }) => counted)) ?? undefined}
                >
                  {t('more', { count: others.length })}
                </a>
              </>
            )}
          </Note>
        </>
      )}
      {pace.leftOut.length > 0 && (
        <p>
          <a className="text-text-quiet underline underline-offset-4" href={link(pace.leftOut) ?? undefined}>
            {t('leftOut', { count: pace.leftOut.length })}
          </a>
        </p>
      )}
    </Card>
  );
}

function CourseFigure({ pace, link }: { pace: CoursePace; link: Link }) {
  const t = useTranslations('liveDashboard.pace');
  const durations = useDurations();
  const name = useCourseName()(pace.course);
  const verdict = verdictOf(pace);
  const counted = pace.counted.length;
  return (
    <>
      <p className="wrap-break-word line-clamp-2 font-semibold">{name}</p>
      <Figure href={link(pace.counted)}>{durations.text(pace.preparationSeconds * 1000)}</Figure>
      {verdict.is !== 'few' && (
        <Note tone={VERDICT_TONES[verdict.is]}>
          <VerdictText verdict={verdict} />
          {'count' in verdict && verdict.count !== counted && ` (${t('n', { count: verdict.count })})`}
        </Note>
      )}
      <p className="text-sm text-text-quiet">{t('n', { count: counted })}</p>
    </>
  );
}

/** The verdict in a few words: `3 min behind`. */
export function VerdictText({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('liveDashboard.pace.verdict');
  return t(verdict.is, { minutes: 'minutes' in verdict ? verdict.minutes : 0 });
}
