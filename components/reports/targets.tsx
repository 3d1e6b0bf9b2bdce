'use client';

import { useTranslations } from 'use-intl';
import type { CourseTarget } from '../../contract/reports';
import { addressOf } from '../manager/page-query';
import { PageLink } from '../page-link';
import { MIN_COURSES } from './figures';
import { coursesHref } from './links';
import { CoursesLink, Part } from './part';
import type { Report } from './report';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

/** Number of targets shown at first; the rest can be expanded. */
const MAX_SHOWN = 3;

/** Expected against actual times: one sentence for each target that does not fit, with a better value. */
export function Targets({ report, query }: { report: Report; query: URLSearchParams }) {
  const t = useTranslations('reports.targets');
  const { targets, pageQuery, quality } = report;
  const misfits = misfitTargetsIn(targets);
  const hasExpected = targets.some(({ expected }) => expected !== null);
  // Before the unit is known, as the data quality says, no expected time is: the POS may give some.
  if (!hasExpected && quality.unitUnknown.length > 0) return null;
  const fitting = targets.filter(
    ({ key, compared }) => compared >= MIN_COURSES && !misfits.some((one) => one.key === key),
  );
  const item = (misfit: MisfitTarget) => (
    <li key={misfit.key}>
      <Target misfit={misfit} query={query} branch={pageQuery.branch?.number ?? null} />
    </li>
  );

  return (
    <Part title={t('title')} lead={t('lead')}>
      <ul className="flex flex-col gap-3">{misfits.slice(0, MAX_SHOWN).map(item)}</ul>
      {misfits.length > MAX_SHOWN && (
        <details className="mt-3">
          <summary className="min-h-11 w-max content-center underline underline-offset-4 print:hidden">
            {t('more', { count: misfits.length })}
          </summary>
          <ul className="mt-3 flex flex-col gap-3">{misfits.slice(MAX_SHOWN).map(item)}</ul>
        </details>
      )}
      <p className={`text-text-quiet ${misfits.length > 0 ? 'mt-4' : ''}`}>
        {!hasExpected && t('noneExpected')}
        {hasExpected && !hasJudged(targets) && t('few')}
        {fitting.length > 0 && `${t(misfits.length > 0 ? 'fits' : 'allFit')} `}
        {misfits.length > 0 && t('where')}
      </p>
    </Part>
  );
}

function Target({ misfit, query, branch }: { misfit: MisfitTarget; query: URLSearchParams; branch: number | null }) {
  const t = useTranslations('reports.targets');
  const figures = useFigures();
  const names = useNames();
  const { key, expected, p50, p80, n, compared, overShare, suggestedMinutes, lateWithSuggested } = misfit;
  return (
    <div className="rounded-lg border border-notice-line bg-notice px-4 py-3">
      <p className="wrap-anywhere font-semibold">
        {t('sentence', {
          course: names.group('course', misfit),
          expected: figures.minutes(expected),
          half: figures.time(p50),
          fourInFive: figures.time(p80),
        })}
      </p>
      <p>
        {t('over', { share: figures.share(overShare, 0), compared: figures.count(compared) })}{' '}
        {suggestedMinutes !== null &&
          lateWithSuggested !== null &&
          t('suggested', { minutes: suggestedMinutes, rate: figures.share(lateWithSuggested, 0) })}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-4">
        {suggestedMinutes !== null && <strong>{t('suggest', { minutes: suggestedMinutes })}</strong>}
        <CoursesLink href={coursesHref(query, { course: key, of: 'preparation' })}>{figures.n(n)}</CoursesLink>
        {branch !== null && (
          <PageLink
            href={addressOf('/manager/settings', new URLSearchParams(), {
              branch,
              course: key,
              lang: query.get('lang'),
            })}
            className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden"
          >
            {t('settings')}
          </PageLink>
        )}
      </p>
    </div>
  );
}

/** A target that does not fit what the kitchen does. In seconds. */
type MisfitTarget = CourseTarget & {
  expected: number;
  bias: number;
  p50: number;
  p80: number;
  overShare: number;
};

/** A difference of a minute may be rounding by the person who entered the target in the POS. */
const MIN_BIAS_SECONDS = 60;
const MIN_BIAS_SHARE = 0.15;
/** A target missed by a third of the courses does not fit, however little they miss it by. */
const MUCH_OVER = 1 / 3;

/** Courses whose expected time is far from their actual one, most affected courses first. */
export function misfitTargetsIn(targets: readonly CourseTarget[]): MisfitTarget[] {
  return targets.filter(isMisfit).toSorted((a, b) => concerned(b) - concerned(a));
}

/** Whether enough courses have an expected time to judge any target. */
export function hasJudged(targets: readonly CourseTarget[]): boolean {
  return targets.some(({ compared }) => compared >= MIN_COURSES);
}

/** Number of courses that the target does not fit: those that miss it, or those that it gives far too much time. */
function concerned({ compared, overShare, bias, expected }: MisfitTarget): number {
  return compared * Math.max(overShare, Math.abs(bias) / expected);
}

function isMisfit(target: CourseTarget): target is MisfitTarget {
  const { expected, bias, compared, overShare, p50, p80, suggestedMinutes } = target;
  if (expected === null || bias === null || overShare === null || p50 === null || p80 === null) return false;
  if (compared < MIN_COURSES) return false;
  // Four of five courses meet the suggestion, so half of them may take much less than it.
  if (suggestedMinutes !== null && Math.abs(expected - suggestedMinutes * 60) < MIN_BIAS_SECONDS) return false;
  // Half of the courses take much less, so a longer target would only make these look better.
  const isContrary = suggestedMinutes !== null && bias < 0 && suggestedMinutes * 60 > expected;
  const isOff = Math.abs(bias) >= Math.max(MIN_BIAS_SECONDS, expected * MIN_BIAS_SHARE);
  return (isOff && !isContrary) || overShare >= MUCH_OVER;
}
