'use client';

import { useTranslations } from 'use-intl';
import { addressOf } from '../manager/page-query';
import { PageLink } from '../page-link';
import { MIN_COURSES } from './figures';
import { coursesHref } from './links';
import { hasJudged, type MisfitTarget, misfitTargetsIn } from './misfit-targets';
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
