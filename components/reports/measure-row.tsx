'use client';

import { useTranslations } from 'use-intl';
import type { Measure } from '../../contract/constants';
import type { GroupFigures, Spread } from '../../contract/reports';
import { useServesText } from '../manager/day-text';
import { PageLink } from '../page-link';
import { timeDifference, toneOf } from './difference';
import { isDoubtful, MIN_COURSES, shown } from './figures';
import { coursesHref, groupFilter } from './links';
import type { GroupBy } from './report-choices';
import { useFigures } from './use-figures';
import { useNames } from './use-names';

type Props = {
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
export function MeasureRow({ group, before, of, by, most, hasExpected, query }: Props) {
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
