'use client';

import { useTranslations } from 'use-intl';
import { EXCLUSIONS } from '../../contract/constants';
import { useServesText } from '../manager/day-text';
import { addressOf } from '../manager/page-query';
import { PageLink } from '../page-link';
import { MIN_COURSES } from './figures';
import { coursesHref } from './links';
import { CoursesLink, Part } from './part';
import type { Report } from './report';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

/** Data quality of the figures: how many courses count, which were left out and why, and the POS's own times. */
export function DataQualityPart({ report, query }: { report: Report; query: URLSearchParams }) {
  const t = useTranslations('reports.dataQuality');
  const names = useNames();
  const { quality, pos, serves, pageQuery } = report;
  const unknown = pageQuery.branches.filter(({ number }) => quality.unitUnknown.includes(number));

  return (
    <Part title={t('title')}>
      <div className="grid gap-x-10 gap-y-4 xl:grid-cols-2">
        <Counted quality={quality} query={query} />
        <OwnTimes quality={quality} pos={pos} serves={serves} />
      </div>
      {unknown.length > 0 && (
        <p className="mt-4 rounded-lg border border-notice-line bg-notice px-4 py-3">
          {t('unit', { branches: unknown.map(names.branch).join(', ') })}{' '}
          <PageLink
            href={addressOf('/manager/settings', new URLSearchParams(), {
              branch: unknown[0]?.number ?? null,
              lang: query.get('lang'),
            })}
            className="underline underline-offset-4 print:hidden"
          >
            {t('unitSet')}
          </PageLink>
        </p>
      )}
      <p className="mt-4 text-sm text-text-quiet">{t('hidden')}</p>
    </Part>
  );
}

type Quality = Report['quality'];

/** How many courses count, and which were left out or closed without the POS. */
function Counted({ quality, query }: { quality: Quality; query: URLSearchParams }) {
  const t = useTranslations('reports.dataQuality');
  const figures = useFigures();
  const { count, measured, excluded, autoClosed, presumedServed, open } = quality;
  const reasons = EXCLUSIONS.flatMap((reason) => {
    const n = excluded[reason] ?? 0;
    return n === 0 ? [] : [{ reason, n }];
  });
  return (
    <div>
      <p className="font-semibold">
        {measured === count
          ? t('all', { n: count, count: figures.count(count) })
          : t('based', { measured: figures.count(measured), count: figures.count(count) })}
      </p>
      {reasons.length > 0 && (
        <>
          <p className="mt-2 text-text-quiet">{t('leftOut')}</p>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map(({ reason, n }) => (
              <li key={reason}>
                <CoursesLink href={coursesHref(query, { leftOut: reason })}>
                  {t(`reasons.${reason}`, { n, count: figures.count(n) })}
                </CoursesLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="mt-3 flex flex-col gap-1">
        {autoClosed > 0 && (
          <li>
            <CoursesLink href={coursesHref(query, { leftOut: 'auto-closed' })}>
              {t('autoClosed', { n: autoClosed, count: figures.count(autoClosed) })}
            </CoursesLink>
          </li>
        )}
        {presumedServed > 0 && (
          <li>
            <CoursesLink href={coursesHref(query, { leftOut: 'presumed-served' })}>
              {t('presumedServed', { n: presumedServed, count: figures.count(presumedServed) })}
            </CoursesLink>
          </li>
        )}
        {open > 0 && <li>{t('open', { n: open, count: figures.count(open) })}</li>}
      </ul>
    </div>
  );
}

/** How many courses have all three steps, how often *served* was pressed, and how the POS's own times differ. */
function OwnTimes({ quality: { count, complete }, pos, serves }: Pick<Report, 'quality' | 'pos' | 'serves'>) {
  const t = useTranslations('reports.dataQuality');
  const figures = useFigures();
  const { pressed } = useServesText();
  const posText = () => {
    if (pos.n === 0 || pos.median === null) return t('posNone');
    if (pos.n < MIN_COURSES) return t('posFew', { n: figures.count(pos.n) });
    const by = Math.round(pos.median);
    const text = by === 0 ? t('posSame') : t(by > 0 ? 'posMore' : 'posLess', { by: figures.time(by) });
    return `${text} (${figures.n(pos.n)})`;
  };
  return (
    <dl className="grid content-start gap-x-4 gap-y-3 sm:grid-cols-[auto_1fr]">
      <dt className="font-semibold">{t('complete')}</dt>
      <dd>
        {count > 0 && <strong>{figures.share(complete / count)} </strong>}
        <span className="text-text-quiet">
          {t('completeNote', { complete: figures.count(complete), count: figures.count(count) })}
        </span>
      </dd>
      <dt className="font-semibold">{t('served')}</dt>
      <dd className="text-text-quiet">
        {serves.n < MIN_COURSES ? figures.few(serves.n) : pressed(serves, ({ n }) => n >= MIN_COURSES)}
      </dd>
      <dt className="font-semibold">{t('pos')}</dt>
      <dd className="text-text-quiet">{posText()}</dd>
    </dl>
  );
}
