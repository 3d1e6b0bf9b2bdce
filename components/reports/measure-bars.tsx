'use client';

import { useTranslations } from 'use-intl';
import { MEASURES } from '../../contract/constants';
import { addressOf } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { SelectField } from '../ui/form';
import { shown } from './figures';
import { MeasureRow } from './measure-row';
import { ChoiceLinks, Part } from './part';
import type { Report } from './report';
import { GROUPS } from './report-choices';
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
