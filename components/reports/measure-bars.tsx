'use client';

import { useTranslations } from 'use-intl';
import { MEASURES, type Measure } from '../../contract/constants';
import type { GroupFigures, Spread } from '../../contract/reports';
import { useServesText } from '../manager/day-text';
import { addressOf } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { SelectField } from '../ui/form';
import { timeDifference, toneOf } from './difference';
import { isDoubtful, MIN_COURSES, shown } from './figures';
import { coursesHref, groupFilter } from './links';
import { ChoiceLinks, Part } from './part';
import type { Report } from './report';
import { GROUPS, type GroupBy } from './report-choices';
import { scaleOf } from './scale';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

/** Number of rows shown at first; the rest can be expanded. */
const ROWS = 40;
/** The scale ends at this many times the longest 80th percentile: a few very long courses must not squeeze all bars. */
const MAX_OF_P80 = 2.5;

type Props = { report: Report; query: URLSearchParams; path: string };

/** A measure by group: median, 80th and 95th percentile, as a table whose rows have a bar each. */
export function MeasureBars({ report, query, path }: Props) {
  const t = useTranslations('reports');
  const names = useNames();
  const { chosen, groups, compared } = report;
  const { of, by } = chosen;
  const spreads = groups.now.map((group) => shown(group[of])).filter((spread) => spread !== null);
  const longest = Math.max(...spreads.map(({ p95 }) => p95), 0);
  const cut = Math.max(...spreads.map(({ p80 }) => p80), 0) * MAX_OF_P80;
  const scale = spreads.length === 0 ? [] : scaleOf(Math.min(longest, cut), 4);
  const before = new Map(groups.before?.map((group) => [group.key, group]));
  const hasExpected = of === 'preparation' && groups.now.some(({ expected }) => expected !== null);
  const name = compared && names.against(compared);
  const isSetOff = groups.before !== null && by !== 'day' && by !== 'branch';
  const row = (group: (typeof groups.now)[number]) => (
    <MeasureRow
      key={group.key}
      group={group}
      before={isSetOff ? (before.get(group.key) ?? null) : undefined}
      of={of}
      by={by}
      most={scale.at(-1) ?? 1}
      hasExpected={hasExpected}
      query={query}
    />
  );
  const head = (
    <Head
      by={by}
      scale={scale}
      hasExpected={hasExpected}
      isCooking={of === 'preparation'}
      against={isSetOff ? name : null}
    />
  );
  const rest = groups.now.slice(ROWS);

  return (
    <Part
      title={t(`bars.title.${by}`, { measure: t(`measures.${of}`) })}
      lead={t(`bars.lead.${of}`)}
      actions={<Choices report={report} query={query} path={path} />}
    >
      <table className="w-full">
        {head}
        <tbody>{groups.now.slice(0, ROWS).map(row)}</tbody>
      </table>
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 w-max content-center underline underline-offset-4">
            {t('bars.more', { count: groups.now.length })}
          </summary>
          <table className="w-full">
            {head}
            <tbody>{rest.map(row)}</tbody>
          </table>
        </details>
      )}
    </Part>
  );
}

/** The measure and the grouping. */
function Choices({ report: { chosen, pageQuery }, query, path }: Props) {
  const t = useTranslations('reports');
  const { go } = useQueryNavigation();
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <ChoiceLinks
        label={t('bars.measure')}
        value={chosen.of}
        choices={MEASURES.map((measure) => ({
          value: measure,
          label: t(`measures.${measure}`),
          href: addressOf(path, query, { of: measure === 'preparation' ? null : measure }),
        }))}
      />
      <SelectField
        label={t('by.label')}
        value={chosen.by}
        choose={(by) => go({ by: by === 'course' ? null : by })}
        options={GROUPS.filter((group) => group !== 'branch' || pageQuery.branches.length > 1).map((group) => ({
          value: group,
          label: t(`by.${group}`),
        }))}
      />
    </div>
  );
}

type HeadProps = {
  by: Report['chosen']['by'];
  scale: readonly number[];
  hasExpected: boolean;
  isCooking: boolean;
  against: string | null;
};

/** The head names the columns and the parts of each bar, so it is also the legend. */
function Head({ by, scale, hasExpected, isCooking, against }: HeadProps) {
  const t = useTranslations('reports.bars');
  const figures = useFigures();
  const most = scale.at(-1) ?? 1;
  const column = 'pb-2 pl-3 text-right align-bottom font-normal lg:whitespace-nowrap';
  return (
    <thead className="text-sm text-text-quiet">
      <tr>
        <th scope="col" className="pb-2 text-left sm:w-44 align-bottom font-normal">
          {t(`row.${by}`)}
        </th>
        <th scope="col" className="hidden pb-2 pl-2 align-bottom font-normal md:table-cell">
          <span className="sr-only">{t('shape')}</span>
          <span aria-hidden="true" className="relative block h-5">
            {scale.map((seconds) => (
              <span
                key={seconds}
                className={`absolute whitespace-nowrap ${seconds === 0 ? '' : seconds === most ? '-translate-x-full' : '-translate-x-1/2'}`}
                style={{ left: `${(seconds / most) * 100}%` }}
              >
                {seconds === 0 ? '0' : figures.time(seconds)}
              </span>
            ))}
          </span>
        </th>
        <th scope="col" className={column}>
          <i aria-hidden="true" className="mr-1.5 inline-block h-2.5 w-3 bg-accent" />
          {t('half')}
        </th>
        <th scope="col" className={column}>
          <i aria-hidden="true" className="mr-1.5 inline-block h-2.5 w-3 bg-band" />
          {t('fourInFive')}
        </th>
        <th scope="col" className={`${column} hidden sm:table-cell`}>
          <i aria-hidden="true" className="mr-1.5 mb-1 inline-block h-0.5 w-3 bg-text-quiet" />
          {t('most')}
        </th>
        {hasExpected && (
          <th scope="col" className={`${column} hidden sm:table-cell`}>
            <i aria-hidden="true" className="mr-1.5 inline-block h-3 border-mark border-l-2 border-dashed" />
            {t('expected')}
          </th>
        )}
        {isCooking && (
          <th scope="col" className={column}>
            {t('late')}
          </th>
        )}
        {against !== null && (
          <th
            scope="col"
            className="hidden w-24 min-w-24 text-balance pb-2 pl-3 text-right align-bottom font-normal lg:table-cell"
          >
            {t('against', { name: against })}
          </th>
        )}
      </tr>
    </thead>
  );
}

type MeasureRowProps = {
  group: GroupFigures;
  /** Null if the comparison has no such group, undefined without a comparison. */
  before: GroupFigures | null | undefined;
  of: Measure;
  by: GroupBy;
  /** End of the scale, in seconds. */
  most: number;
  hasExpected: boolean;
  query: URLSearchParams;
};

/** From this late share on it is coloured: so many late courses are more than chance or one hard evening. */
const MUCH_LATE = 0.15;
const CELL = 'py-2.5 pl-3 text-right align-middle';
const TONES = { trouble: 'font-semibold text-trouble', good: 'font-semibold text-accent', plain: 'text-text-quiet' };

/** A group of courses. The row links to them, and the late share to the late ones. */
function MeasureRow({ group, before, of, by, most, hasExpected, query }: MeasureRowProps) {
  const t = useTranslations('reports');
  const figures = useFigures();
  const names = useNames();
  const name = names.group(by, group);
  const spread = group[of];
  const choice = groupFilter(by, group);
  const href = choice && coursesHref(query, { ...choice, of });
  const shownSpread = shown(spread);
  const { rare } = useServesText();
  const isQuiet = shownSpread !== null && isDoubtful(of, group);
  const half = `${CELL} font-semibold ${isQuiet ? 'text-text-quiet' : ''}`;
  const { time } = figures;
  const difference = timeDifference(spread, before?.[of] ?? null, 'p50');
  const expected = of === 'preparation' ? group.expected : null;

  return (
    <tr className="relative border-line border-t hover:bg-shade">
      <th scope="row" className="max-w-28 py-2.5 sm:max-w-44 text-left align-middle font-normal">
        <Name name={name} href={href} />
        <span className="block text-sm text-text-quiet">{figures.n(spread?.n ?? 0)}</span>
        {isQuiet && <span className="block text-sm text-text-quiet">{rare}</span>}
        {shownSpread && (
          <span className="md:hidden">
            <Bar spread={shownSpread} expected={expected} most={most} isQuiet={isQuiet} />
          </span>
        )}
      </th>
      {shownSpread ? (
        <>
          <td className="hidden w-full min-w-40 py-2.5 pl-2 align-middle md:table-cell">
            <Bar spread={shownSpread} expected={expected} most={most} isQuiet={isQuiet} />
          </td>
          <td className={half}>{time(shownSpread.p50)}</td>
          <td className={half}>{time(shownSpread.p80)}</td>
          <td className={`${CELL} hidden text-text-quiet sm:table-cell`}>{time(shownSpread.p95)}</td>
          {hasExpected && (
            <td className={`${CELL} hidden text-text-quiet sm:table-cell`}>
              {expected === null ? '–' : time(expected)}
            </td>
          )}
        </>
      ) : (
        <>
          <td className="hidden w-full md:table-cell" />
          <td colSpan={hasExpected ? 4 : 3} className={`${CELL} text-text-quiet`}>
            {figures.few(spread?.n ?? 0)}
          </td>
        </>
      )}
      {of === 'preparation' && (
        <LateCell group={group} name={name} href={choice && coursesHref(query, { ...choice, of, late: 'late' })} />
      )}
      {before !== undefined && (
        <td
          className={`${CELL} hidden lg:table-cell ${TONES[isQuiet || of === 'gap' || of === 'visit' ? 'plain' : toneOf(difference)]}`}
        >
          {t(`difference.mark.${difference.is}`, { by: 'by' in difference ? time(difference.by) : '' })}
        </td>
      )}
    </tr>
  );
}

/** The name links the whole row, unless no list of courses can show the group. */
function Name({ name, href }: { name: string; href: string | null }) {
  const className = 'block truncate font-semibold';
  if (href === null)
    return (
      <span className={className} title={name}>
        {name}
      </span>
    );
  return (
    <PageLink href={href} className={`${className} after:absolute after:inset-0`} title={name}>
      <bdi>{name}</bdi>
    </PageLink>
  );
}

function LateCell({
  group: { lateRate, measured },
  name,
  href,
}: {
  group: GroupFigures;
  name: string;
  href: string | null;
}) {
  const t = useTranslations('reports.bars');
  const figures = useFigures();
  const isShown = lateRate !== null && measured >= MIN_COURSES;
  const tone = isShown && lateRate >= MUCH_LATE ? 'font-semibold text-trouble' : '';
  return (
    <td className={`py-2.5 pl-3 text-right align-middle ${tone}`}>
      {!isShown && '–'}
      {isShown && !href && figures.share(lateRate, 0)}
      {isShown && href && (
        <PageLink
          href={href}
          className="relative z-10 inline-block min-w-11 py-1 text-right underline-offset-4 hover:underline"
          aria-label={`${figures.share(lateRate, 0)}. ${t('lateOnes', { label: name })}`}
        >
          {figures.share(lateRate, 0)}
        </PageLink>
      )}
    </td>
  );
}

type BarProps = { spread: Spread; expected: number | null; most: number; isQuiet: boolean };

/** From zero: dark up to the median, lighter up to the 80th percentile, a line up to the 95th. */
function Bar({ spread: { p50, p80, p95 }, expected, most, isQuiet }: BarProps) {
  const to = (seconds: number) => `${Math.min(100, (seconds / most) * 100)}%`;
  return (
    <span
      aria-hidden="true"
      className={`relative my-1 block h-5 rounded-sm bg-track [print-color-adjust:exact] ${isQuiet ? 'opacity-40' : ''}`}
    >
      <i className="absolute top-2 h-1 bg-text-quiet" style={{ width: to(p95) }} />
      <i className="absolute inset-y-0 left-0 rounded-sm bg-band" style={{ width: to(p80) }} />
      <i className="absolute inset-y-0 left-0 rounded-l-sm bg-accent" style={{ width: to(p50) }} />
      {expected !== null && (
        <i className="absolute -inset-y-1 border-mark border-l-3 border-dashed" style={{ left: to(expected) }} />
      )}
    </span>
  );
}
