'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SCREEN_VIEWS } from '../../contract/constants';
import type { InstantText } from '../../contract/live';
import type { Live, LiveBranch, LiveScreen } from '../../contract/live-branches';
import type { ServesReport } from '../../contract/reports';
import { byTrouble, furthestBehind, isQuiet, type Verdict } from '../../domain/live-verdict';
import { MAX_TICKETS } from '../../domain/ticket-ids';
import { GapLines } from '../gaps/gap-lines';
import { linkOf } from '../home/standing';
import { behindMsOf } from '../live/live-view';
import { useWatch } from '../live/watch';
import { BranchField } from '../manager/branch-boxes';
import { readApi } from '../manager/call-api';
import { useDurations, useNumbers } from '../manager/day-text';
import { elsewhere } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { clockText, toMs } from '../time/clock-text';
import { useWhen } from '../time/when';
import { Empty, PageHead } from '../ui/sheet';
import {
  FlightCard,
  LateCard,
  lateShareOf,
  OldestCard,
  PaceCard,
  PosCard,
  QuietCard,
  VERDICT_TONES,
  VerdictText,
} from './cards';
import { LinkLine } from './link-line';

const ALL = 'all';
const SERVES_AGAIN_MS = 60_000;

type Props = {
  first: Live;
  /** Null for all. */
  chosen: number | null;
  /** Only the chosen branch is asked for, because there are very many. */
  isAlone: boolean;
  /** How many branches there are. */
  total: number;
};

/** Live dashboard: one branch in full, or a row for each of the manager's. */
export function LiveDashboard({ first, chosen, isAlone, total }: Props) {
  const t = useTranslations('liveDashboard');
  const tFilter = useTranslations('manager.filter');
  const watched = useWatch(first, {
    ask: () => readApi('GET /api/v1/live', { query: { branch: isAlone ? chosen : null } }),
    timeOf,
  });
  const { answer, now } = watched;
  const silentMs = watched.silentMs + behindMsOf(answer);
  const { go, query } = useQueryNavigation();
  const { branches } = answer;
  const one = branches.length === 1 ? branches[0] : branches.find(({ branch }) => branch.number === chosen);
  const nameOf = ({ branch }: LiveBranch) => branch.name ?? t('branch', { number: String(branch.number) });
  // Any branch's time zone serves for all together, since they mostly share one.
  const timeZone = (one ?? branches[0])?.branch.timeZone ?? 'UTC';
  const isLost = linkOf(silentMs) === 'lost';
  const addressOf = (number: number) => {
    const next = new URLSearchParams(query);
    next.set('branch', String(number));
    return `/manager?${next}`;
  };

  return (
    <>
      <PageHead title={one ? nameOf(one) : t('title')} lead={one ? t('title') : t('everyBranch')}>
        <LinkLine silentMs={silentMs} clock={clockText(Date.parse(answer.serverTime), timeZone, true)} />
        {total > 1 && (
          <BranchField
            label={t('oneOf')}
            unlisted={total - branches.length}
            value={one ? String(one.branch.number) : ALL}
            choose={(value) => go({ branch: value === ALL ? null : value })}
            options={[
              { value: ALL, label: tFilter('allBranches') },
              ...branches.map((live) => ({ value: String(live.branch.number), label: nameOf(live) })),
            ]}
          />
        )}
      </PageHead>
      <div className={isLost ? 'opacity-60' : ''}>
        {one ? (
          <OneBranch live={one} now={now} query={query} />
        ) : branches.length > 0 ? (
          <>
            <BranchRows branches={branches} now={now} addressOf={addressOf} />
            <div className="mt-4">
              <GapLines branches={branches} nameOf={nameOf} />
            </div>
          </>
        ) : (
          <Empty title={t('empty.noBranch')}>{t('empty.noBranchHint')}</Empty>
        )}
      </div>
    </>
  );
}

function timeOf({ serverTime }: Live): number {
  return Date.parse(serverTime);
}

function OneBranch({ live, now, query }: { live: LiveBranch; now: number; query: URLSearchParams }) {
  const serves = useServes(live.branch.number, live.dayBeganAt);
  const link = (tickets: readonly string[]) => historyOf(live.branch.number, tickets, query);
  const props = { live, now, serves, link };
  const { pace, cooking, onPass } = live;
  const isEmpty = [pace.counted, pace.leftOut, cooking.tickets, onPass.tickets].every(({ length }) => length === 0);
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {isEmpty ? (
        <div className="col-span-2">
          <QuietCard {...props} />
        </div>
      ) : (
        <>
          <PaceCard {...props} />
          <LateCard {...props} />
          <OldestCard {...props} />
          <FlightCard {...props} />
        </>
      )}
      <PosCard {...props} />
      <div className="col-span-2 xl:col-span-4">
        {/* Below the cards, so that it moves nothing that a manager is about to click. */}
        <GapLines branches={[live]} nameOf={null} />
        <ScreensCard live={live} now={now} />
      </div>
    </div>
  );
}

/** F20g: how often *served* was pressed in a branch since an instant, asked once a minute; null until that is known. */
function useServes(branch: number, since: InstantText | null): ServesReport | null {
  const [serves, setServes] = useState<ServesReport | null>(null);
  useEffect(() => {
    if (since === null) return;
    let isOver = false;
    const ask = async () => {
      const answer = await readApi('GET /api/v1/history/serves', { query: { branch, from: since } });
      if (answer && !isOver) setServes(answer);
    };
    void ask();
    const timer = setInterval(ask, SERVES_AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setServes(null);
    };
  }, [branch, since]);
  return serves;
}

/** Screens that show the branch now, and when the others last did. `now` is server time, epoch ms. */
function ScreensCard({ live, now }: { live: LiveBranch; now: number }) {
  const t = useTranslations('liveDashboard.screens');
  const { screens } = live;
  // An API client that polls now and then is not a screen that should be on.
  const walls = screens.filter(({ view }) => view !== 'api');
  return (
    <section className="rounded-xl border border-line bg-sheet px-5 py-4" aria-label={t('label')}>
      <h2 className="font-semibold text-sm text-text-quiet">
        {t('label')}
        {walls.length > 0 &&
          ` · ${t('live', { live: walls.filter(({ isConnected }) => isConnected).length, count: walls.length })}`}
      </h2>
      {screens.length === 0 ? (
        <p className="mt-1 text-text-quiet">{t('none')}</p>
      ) : (
        <ul className="mt-2 grid grid-cols-1 gap-x-8 md:grid-cols-2 xl:grid-cols-3">
          {screens.map((screen) => (
            <Screen key={screen.id} screen={screen} now={now} timeZone={live.branch.timeZone} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Screen({ screen, now, timeZone }: { screen: LiveScreen; now: number; timeZone: string }) {
  const t = useTranslations('liveDashboard.screens');
  const when = useWhen(timeZone);
  const views = useTranslations('views');
  const view = SCREEN_VIEWS.find((known) => known === screen.view);
  const { isConnected, lastSeenAt } = screen;
  return (
    <li className="flex items-baseline gap-3 border-line border-t py-2">
      <span
        aria-hidden="true"
        className={`h-2.5 w-2.5 shrink-0 rounded-full border-2 ${isConnected ? 'border-accent bg-accent' : 'border-text-quiet'}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block break-words font-semibold">{screen.name}</span>
        {view && <span className="block text-sm text-text-quiet">{views(view)}</span>}
      </span>
      <span className="text-right text-text-quiet">
        {isConnected
          ? t('connected')
          : lastSeenAt === null
            ? t('never')
            : t('gone', { when: when(Date.parse(lastSeenAt), now) })}
      </span>
    </li>
  );
}

/**
 * Link to the history of exactly these courses; null if there are none, or more than an address holds.
 * @param query that of the current page
 */
export function historyOf(branch: number, tickets: readonly string[], query: URLSearchParams): string | null {
  if (tickets.length === 0 || tickets.length > MAX_TICKETS) return null;
  // Several days, because a course that started before the cut-off may still be open after it.
  return elsewhere('/manager/history', query, { branch, period: 'last-7', tickets: tickets.join(',') });
}

type BranchRowsProps = { branches: readonly LiveBranch[]; now: number; addressOf: (branch: number) => string };

/** One row for each of several branches, worst first. `now` is server time, epoch ms. */
function BranchRows({ branches, now, addressOf }: BranchRowsProps) {
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
