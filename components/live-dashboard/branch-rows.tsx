'use client';

import { useTranslations } from 'use-intl';
import type { LiveBranch } from '../../contract/live-branches';
import { byTrouble, furthestBehind, isQuiet, type Verdict } from '../../domain/live-verdict';
import { useDurations, useNumbers } from '../manager/day-text';
import { PageLink } from '../page-link';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { toMs } from '../time/clock-text';
import { useWhen } from '../time/when';
import { lateShareOf } from './cards';
import { VERDICT_TONES, VerdictText } from './pace-card';

type Props = { branches: readonly LiveBranch[]; now: number; addressOf: (branch: number) => string };

/** One row for each of several branches, worst first. `now` is server time, epoch ms. */
export function BranchRows({ branches, now, addressOf }: Props) {
  const t = useTranslations('liveDashboard.rows');
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-sheet">
      <table className="w-full text-left max-lg:block">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="text-sm text-text-quiet max-lg:sr-only">
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="px-4 py-2 font-semibold">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {inOrder(branches, now).map((live) => (
            <Row key={live.branch.number} live={live} now={now} href={addressOf(live.branch.number)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NOTHING_READY: Verdict = { is: 'nothing' };

const COLUMNS = ['name', 'pace', 'late', 'flight', 'oldest', 'pos', 'screens'] as const;

function inOrder(branches: readonly LiveBranch[], now: number): LiveBranch[] {
  return branches
    .map((live) => ({
      live,
      number: live.branch.number,
      hasPosProblem: hasPosProblem(live, now),
      verdict: furthestBehind(live.pace.courses)?.verdict ?? NOTHING_READY,
      late: live.cooking.late.length + live.onPass.late.length,
    }))
    .toSorted(byTrouble)
    .map(({ live }) => live);
}

function hasPosProblem({ lastDeliveryAt, cooking, clockOffMs }: LiveBranch, now: number): boolean {
  return clockOffMs !== null || isQuiet(toMs(lastDeliveryAt), cooking.tickets.length, now);
}

function Row({ live, now, href }: { live: LiveBranch; now: number; href: string }) {
  const t = useTranslations('liveDashboard');
  const placeName = usePlaceName();
  const when = useWhen(live.branch.timeZone);
  const durations = useDurations();
  const { percent } = useNumbers();
  const { branch, pace, cooking, onPass, oldest, screens, lastDeliveryAt, posOffsetMs, clockOffMs } = live;
  const furthest = furthestBehind(pace.courses);
  const { verdict } = furthest ?? { verdict: NOTHING_READY };
  const courseName = useCourseName();
  const open = cooking.tickets.length + onPass.tickets.length;
  const late = lateShareOf(pace.late.length, pace.counted.length);
  const walls = screens.filter(({ view }) => view !== 'api');
  const isLate = oldest?.lateAt ? Date.parse(oldest.lateAt) <= now - posOffsetMs : false;
  return (
    <tr className="border-line border-t max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:px-4 max-lg:py-3 max-lg:first:border-t-0">
      <th scope="row" className="px-4 py-3 align-baseline max-lg:col-span-2 max-lg:p-0 lg:min-w-48">
        <PageLink
          href={href}
          className="max-lg:flex max-lg:min-h-11 max-lg:items-center wrap-anywhere font-bold text-lg underline decoration-line decoration-2 underline-offset-4 hover:decoration-current"
        >
          {branch.name ?? t('branch', { number: String(branch.number) })}
        </PageLink>
      </th>
      <Cell label={t('rows.pace')} tone={VERDICT_TONES[verdict.is]} isStrong>
        <VerdictText verdict={verdict} />
        {furthest && 'count' in verdict && (
          <Quiet>
            <bdi>{courseName(furthest.course)}</bdi> · {t('rows.n', { count: verdict.count })}
          </Quiet>
        )}
      </Cell>
      <Cell label={t('rows.late')} tone={pace.late.length > 0 ? 'trouble' : 'plain'} isStrong>
        {late.is === 'percent' ? percent(late.share, 0) : late.count === 0 ? t('rows.nothing') : t('late.share', late)}
        {late.is === 'percent' && <Quiet>{t('rows.n', { count: late.count })}</Quiet>}
      </Cell>
      <Cell label={t('rows.flight')}>
        {open === 0
          ? t('rows.nothing')
          : t('rows.cookingAndReady', { cooking: cooking.tickets.length, ready: onPass.tickets.length })}
      </Cell>
      <Cell label={t('rows.oldest')} tone={isLate ? 'trouble' : 'plain'}>
        {oldest ? durations.text(Math.max(0, now - posOffsetMs - Date.parse(oldest.since))) : t('rows.nothing')}
        {oldest && <Quiet>{placeName(oldest)}</Quiet>}
      </Cell>
      <Cell label={t('rows.pos')} tone={hasPosProblem(live, now) ? 'trouble' : 'plain'}>
        {lastDeliveryAt === null ? t('pos.never') : when(Date.parse(lastDeliveryAt), now)}
        {clockOffMs !== null && <Quiet>{t('rows.clockOff', { time: durations.text(Math.abs(clockOffMs)) })}</Quiet>}
      </Cell>
      <Cell label={t('rows.screens')}>
        {walls.length === 0
          ? t('rows.none')
          : t('screens.live', { live: walls.filter(({ isConnected }) => isConnected).length, count: walls.length })}
      </Cell>
    </tr>
  );
}

const TONES = { plain: '', trouble: 'text-trouble', good: 'text-accent' } as const;

type CellProps = { label: string; tone?: keyof typeof TONES; isStrong?: boolean; children: React.ReactNode };

/** On a narrow screen each cell has its own label, because the column's head is hidden. */
function Cell({ label, tone = 'plain', isStrong = false, children }: CellProps) {
  return (
    <td className="px-4 py-3 align-baseline max-lg:px-0 max-lg:py-1 2xl:whitespace-nowrap">
      <span aria-hidden="true" className="block text-sm text-text-quiet lg:hidden">
        {label}
      </span>
      <span className={`${isStrong || tone === 'trouble' ? 'font-semibold' : ''} ${TONES[tone]}`}>{children}</span>
    </td>
  );
}

function Quiet({ children }: { children: React.ReactNode }) {
  return <span className="block font-normal text-sm text-text-quiet">{children}</span>;
}
