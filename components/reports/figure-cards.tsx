'use client';

import { useTranslations } from 'use-intl';
import type { Measure } from '../../contract/constants';
import type { GroupFigures } from '../../contract/reports';
import { mostMeasured, useServesText } from '../manager/day-text';
import type { Change } from '../manager/page-query';
import { FigureCard } from '../ui/sheet';
import { type Difference, type Percentile, rateDifference, timeDifference, toneOf } from './difference';
import { isDoubtful, MIN_COURSES, shown } from './figures';
import { coursesHref, groupFilter } from './links';
import type { Pair, Report } from './report';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

/** Shown beside cooking and late courses. More of these is no trouble in itself: a slow dinner may be a good one. */
const TIMES = [
  { measure: 'passWait', at: 'p80', isTrouble: true },
  { measure: 'gap', at: 'p50', isTrouble: false },
  { measure: 'visit', at: 'p50', isTrouble: false },
] as const satisfies { measure: Measure; at: Percentile; isTrouble: boolean }[];

type Props = { report: Report; query: URLSearchParams };

/**
 * Cards with the main figures of a report, each with its basis and comparison. Cooking has a card for each of the most
 * measured courses: drinks and mains have no time in common.
 */
export function FigureCards({ report, query }: Props) {
  const t = useTranslations('reports');
  const figures = useFigures();
  const names = useNames();
  const { rare } = useServesText();
  const { now, before } = report.total;
  const name = report.compared && names.against(report.compared);
  const courses = mostMeasured(report.courses.now, ({ preparation }) => preparation?.n ?? 0);
  const coursesBefore = new Map(report.courses.before?.map((group) => [group.key, group]));

  const changeText = (difference: Difference, by: (amount: number) => string, isRate: boolean, nBefore: number) => {
    if (name === null) return null;
    if (difference.is === 'none') return nBefore < MIN_COURSES ? t('difference.fewBefore', { name }) : null;
    if (difference.is === 'same') return t('difference.same', { name });
    return t(`difference.${difference.is}${isRate ? 'Points' : ''}`, { by: by(difference.by), name });
  };

  type TimeCard = {
    key: string;
    label: string;
    measure: Measure;
    at: Percentile;
    isTrouble: boolean;
    of: Pair<GroupFigures | null>;
    change?: Change;
  };
  const timeCard = ({ key, label, measure, at, isTrouble, of, change = {} }: TimeCard) => {
    const spread = of.now?.[measure] ?? null;
    const shownSpread = shown(spread);
    const difference = timeDifference(spread, of.before?.[measure] ?? null, at);
    const comparison = shownSpread && changeText(difference, figures.time, false, of.before?.[measure]?.n ?? 0);
    const isQuiet = shownSpread !== null && isDoubtful(measure, of.now);
    return (
      <FigureCard
        key={key}
        label={label}
        figure={shownSpread ? figures.time(shownSpread[at]) : '–'}
        tone={isTrouble && !isQuiet ? toneOf(difference) : 'plain'}
        isQuiet={isQuiet}
        note={
          <>
            <Note
              comparison={comparison}
              rests={shownSpread ? figures.n(shownSpread.n) : figures.few(spread?.n ?? 0)}
            />
            {isQuiet && <span className="block text-sm">{rare}</span>}
          </>
        }
        {...hrefTo(coursesHref(query, { ...change, of: measure }))}
      />
    );
  };

  return (
    <section aria-label={t('cards.label')} className="mb-6 flex flex-col gap-3 sm:gap-4 print:gap-2">
      {courses.length > 0 && (
        <div className={CARDS}>
          {courses.map((group) =>
            timeCard({
              key: group.key,
              label: t('cards.preparationOf', { course: names.group('course', group) }),
              measure: 'preparation',
              at: 'p50',
              isTrouble: true,
              of: { now: group, before: coursesBefore.get(group.key) ?? null },
              change: groupFilter('course', group) ?? {},
            }),
          )}
        </div>
      )}
      <div className={CARDS}>
        <LateCard now={now} before={before} changeText={changeText} query={query} />
        {TIMES.map(({ measure, at, isTrouble }) =>
          timeCard({ key: measure, label: t(`cards.${measure}`), measure, at, isTrouble, of: report.total }),
        )}
      </div>
    </section>
  );
}

/** Four side by side on a desktop; fewer share the width. */
const CARDS =
  'grid grid-cols-2 gap-3 sm:gap-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none print:auto-cols-fr print:grid-flow-col print:grid-cols-none print:gap-2';

type LateProps = {
  now: GroupFigures | null;
  before: GroupFigures | null;
  changeText: (
    difference: Difference,
    by: (amount: number) => string,
    isRate: boolean,
    nBefore: number,
  ) => string | null;
  query: URLSearchParams;
};

function LateCard({ now, before, changeText, query }: LateProps) {
  const t = useTranslations('reports.cards');
  const figures = useFigures();
  const { lateRate: rate = null, measured: n = 0 } = now ?? {};
  const isShown = rate !== null && n >= MIN_COURSES;
  const difference = rateDifference({ rate, n }, before && { rate: before.lateRate, n: before.measured });
  const of = rate !== null && t('lateOf', { late: figures.count(Math.round(rate * n)), measured: figures.count(n) });
  return (
    <FigureCard
      label={t('late')}
      figure={isShown ? figures.share(rate) : '–'}
      tone={toneOf(difference)}
      note={
        <Note
          comparison={isShown && changeText(difference, figures.points, true, before?.measured ?? 0)}
          rests={isShown && of ? of : figures.few(n)}
        />
      }
      {...hrefTo(coursesHref(query, { of: 'preparation', late: 'late' }))}
    />
  );
}

function Note({ comparison, rests }: { comparison: string | null | false; rests: string }) {
  return (
    <>
      {comparison && <span className="block text-sm">{comparison}</span>}
      <span className="block font-normal text-sm text-text-quiet">{rests}</span>
    </>
  );
}

function hrefTo(href: string | null): { href?: string } {
  return href === null ? {} : { href };
}
