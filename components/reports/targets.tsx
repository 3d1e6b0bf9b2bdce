'use client';

import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { addressOf } from '../manager/page-query';
import { Behind } from './behind';
import { type Fiction, fictionsIn, hasJudged } from './fiction';
import { FEWEST } from './figures';
import { coursesBehind } from './links';
import { Part } from './part';
import type { Report } from './report';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

/** Number of targets shown at first; the rest can be expanded. */
const MOST = 3;

/** Expected against actual times: one sentence for each target that does not fit, with a better value. */
export function Targets({ report, query }: { report: Report; query: URLSearchParams }) {
  const words = useTranslations('reports.targets');
  const { targets, pageQuery } = report;
  const fictions = fictionsIn(targets);
  const hasExpected = targets.some(({ expected }) => expected !== null);
  const fitting = targets.filter(({ key, compared }) => compared >= FEWEST && !fictions.some((one) => one.key === key));
  const item = (fiction: Fiction) => (
    <li key={fiction.key}>
      <Target fiction={fiction} query={query} branch={pageQuery.branch?.number ?? null} />
    </li>
  );

  return (
    <Part title={words('title')} lead={words('lead')}>
      <ul className="flex flex-col gap-3">{fictions.slice(0, MOST).map(item)}</ul>
      {fictions.length > MOST && (
        <details className="mt-3">
          <summary className="w-max underline underline-offset-4 print:hidden">
            {words('more', { count: fictions.length })}
          </summary>
          <ul className="mt-3 flex flex-col gap-3">{fictions.slice(MOST).map(item)}</ul>
        </details>
      )}
      <p className={`text-text-quiet ${fictions.length > 0 ? 'mt-4' : ''}`}>
        {!hasExpected && words('noneExpected')}
        {hasExpected && !hasJudged(targets) && words('few')}
        {fitting.length > 0 && `${words(fictions.length > 0 ? 'fits' : 'allFit')} `}
        {fictions.length > 0 && words('where')}
      </p>
    </Part>
  );
}

function Target({ fiction, query, branch }: { fiction: Fiction; query: URLSearchParams; branch: number | null }) {
  const words = useTranslations('reports.targets');
  const figures = useFigures();
  const names = useNames();
  const { key, expected, p50, p80, n, compared, overShare, suggestedMinutes, lateWithSuggested } = fiction;
  return (
    <div className="rounded-lg border border-notice-line bg-notice px-4 py-3">
      <p className="wrap-anywhere font-semibold">
        {words('sentence', {
          course: names.group('course', fiction),
          expected: figures.minutes(expected),
          half: figures.time(p50),
          fourInFive: figures.time(p80),
        })}
      </p>
      <p>
        {words('over', { share: figures.share(overShare, 0), compared: figures.count(compared) })}{' '}
        {suggestedMinutes !== null &&
          lateWithSuggested !== null &&
          words('suggested', { minutes: suggestedMinutes, rate: figures.share(lateWithSuggested, 0) })}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {suggestedMinutes !== null && <strong>{words('suggest', { minutes: suggestedMinutes })}</strong>}
        <Behind href={coursesBehind(query, { course: key, of: 'preparation' })}>{figures.n(n)}</Behind>
        {branch !== null && (
          <Link
            prefetch={false}
            href={addressOf('/manager/settings', new URLSearchParams(), {
              branch,
              course: key,
              lang: query.get('lang'),
            })}
            className="underline underline-offset-4 print:hidden"
          >
            {words('settings')}
          </Link>
        )}
      </p>
    </div>
  );
}
