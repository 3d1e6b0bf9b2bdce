'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SCREEN_VIEWS } from '../../contract/constants';
import type { InstantText } from '../../contract/live';
import type { Live, LiveBranch, LiveScreen } from '../../contract/live-branches';
import type { ServesReport } from '../../contract/reports';
import { MAX_TICKETS } from '../../domain/ticket-ids';
import { GapLines } from '../gaps/gap-lines';
import { linkOf } from '../home/standing';
import { behindMsOf } from '../live/live-view';
import { useWatch } from '../live/watch';
import { BranchField } from '../manager/branch-boxes';
import { readApi } from '../manager/call-api';
import { elsewhere } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { clockText } from '../time/clock-text';
import { useWhen } from '../time/when';
import { Empty, PageHead } from '../ui/sheet';
import { BranchRows } from './branch-rows';
import { FlightCard, LateCard, OldestCard, PosCard, QuietCard } from './cards';
import { LinkLine } from './link-line';
import { PaceCard } from './pace-card';

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
