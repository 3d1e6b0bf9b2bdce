'use client';

import { useCallback, useId, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { CAUSES, OUTCOMES, UNREADABLE_CAUSES } from '../../contract/constants';
import type { DeliveryCounts, ListedDelivery, ReplayResult, WorkplaceNews } from '../../contract/deliveries';
import type { Span } from '../../domain/period';
import { LOCALES } from '../../lib/language';
import { LinkLine } from '../live-dashboard/link-line';
import { readApi } from '../manager/call-api';
import { useDurations } from '../manager/day-text';
import { ClearFilters, Filters, PeriodFields } from '../manager/filter-bar';
import type { ManagerBranch } from '../manager/manager-branch';
import { addressOf, type PageQuery } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { clockText } from '../time/clock-text';
import { useMoment } from '../time/when';
import { SelectField, TextField } from '../ui/form';
import { BUTTON, Empty, MAIN_BUTTON } from '../ui/sheet';
import { DELIVERIES, type DeliveryChoices, deliveryQuery } from './delivery-choices';
import { DeliveryList, Older } from './delivery-list';
import { type FirstDeliveries, SEARCH_MS, useDeliveries } from './use-deliveries';

type ReplayAllProps = { branch: number; count: number; done: (deliveries: readonly ListedDelivery[]) => void };
type State = { is: 'waits' } | { is: 'works' | 'over' | 'failed'; replayed: number; applied: number };

type OutcomeLinksProps = { counts: DeliveryCounts; chosen: DeliveryChoices; query: URLSearchParams };

type WorkplacesProps = {
  workplaces: readonly WorkplaceNews[];
  timeZone: string;
  /** Server time, epoch ms. */
  now: number;
};

type Props = {
  pageQuery: PageQuery;
  branch: ManagerBranch;
  chosen: DeliveryChoices;
  /** Null for no time limit. */
  span: Span | null;
  address: string;
  first: FirstDeliveries;
  /** The delivery in the address, if it is not on the first page. */
  opened: ListedDelivery | null;
};

/** Live list of the POS's deliveries, or of the unreadable ones with advice. */
export function Received({ pageQuery, branch, chosen, span, address, first, opened }: Props) {
  const t = useTranslations('deliveries');
  const { timeZone } = branch;
  const [query] = useState(() => deliveryQuery(branch.number, chosen, span));
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(chosen.delivery ? [chosen.delivery] : []));
  const isOpenNow = useRef(open.size > 0);
  isOpenNow.current = open.size > 0;
  const deliveries = useDeliveries(
    first,
    query,
    useCallback(() => isOpenNow.current, []),
  );
  const { shown, store, watched } = deliveries;
  const [asides, setAsides] = useState(opened ? [opened] : []);

  const toggled = useCallback((id: string, isOpen: boolean) => {
    setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id)));
    const next = new URL(window.location.href);
    if (isOpen) next.searchParams.set('delivery', id);
    else if (next.searchParams.get('delivery') === id) next.searchParams.delete('delivery');
    window.history.replaceState(null, '', next);
  }, []);
  const replayed = useCallback(
    (delivery: ListedDelivery) => {
      store.replace([delivery]);
      setAsides((before) => before.map((each) => (each.id === delivery.id ? delivery : each)));
    },
    [store],
  );
  const list = { timeZone, now: first.serverTime, branch: branch.number, open, toggled, replayed };
  const isMissing = chosen.delivery !== null && opened === null && !shown.some(({ id }) => id === chosen.delivery);
  const clock = clockText(watched.answer.at, timeZone, true);

  return (
    <>
      {chosen.part === 'unreadable' ? (
        <ReplayAll branch={branch.number} count={watched.answer.counts.unreadable} done={store.replace} />
      ) : (
        <>
          <OutcomeLinks counts={watched.answer.counts} chosen={chosen} query={new URLSearchParams(address)} />
          <Workplaces workplaces={watched.answer.counts.workplaces} timeZone={timeZone} now={watched.answer.at} />
        </>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        <DeliveryFilter pageQuery={pageQuery} chosen={chosen} />
        <div className="mb-6">
          <LinkLine silentMs={watched.silentMs} clock={clock} />
        </div>
      </div>
      {isMissing && <p className="mb-5">{t('list.gone', { id: chosen.delivery ?? '' })}</p>}
      {asides.length > 0 && (
        <section className="mb-8">
          <p className="mb-2 text-text-quiet">{t('list.opened')}</p>
          <DeliveryList deliveries={asides} {...list} />
        </section>
      )}
      <News deliveries={deliveries} query={query} />
      {shown.length > 0 ? (
        <DeliveryList deliveries={shown} gaps={deliveries.gaps} {...list} />
      ) : (
        deliveries.nextCursor === null && <Nothing chosen={chosen} isAlways={span === null} />
      )}
      <Older deliveries={deliveries} query={query} timeZone={timeZone} now={first.serverTime} />
    </>
  );
}

/** Counts deliveries that arrive while somebody reads. It takes no room of its own, so that nothing moves. */
function News({
  deliveries: { fresh, hasGap, store },
  query,
}: {
  deliveries: ReturnType<typeof useDeliveries>;
  query: Record<string, string>;
}) {
  const t = useTranslations('deliveries.list');
  async function show(): Promise<void> {
    if (!hasGap) store.showFresh();
    else {
      const received = await readApi('GET /api/v1/deliveries', { query, withinMs: SEARCH_MS });
      if (received) store.startAnew(received);
    }
    window.scrollTo({ top: 0 });
  }
  return (
    <div role="status" className="sticky top-6 z-10 flex h-0 justify-center print:hidden">
      {fresh.length > 0 && (
        <button
          type="button"
          className="h-11 shrink-0 -translate-y-3 rounded-full bg-accent px-5 font-semibold text-on-accent shadow-lg hover:underline"
          onClick={() => void show()}
        >
          {t(hasGap ? 'manyNew' : 'new', { count: fresh.length })}
        </button>
      )}
    </div>
  );
}

function Nothing({ chosen, isAlways }: { chosen: DeliveryChoices; isAlways: boolean }) {
  const t = useTranslations('deliveries.empty');
  const isFiltered = !isAlways || chosen.cause !== null || chosen.q !== null;
  if (chosen.part === 'unreadable' && !isFiltered) return <Empty title={t('readTitle')}>{t('read')}</Empty>;
  if (isFiltered || chosen.outcome !== null) return <Empty title={t('filteredTitle')}>{t('filtered')}</Empty>;
  return <Empty title={t('title')}>{t('none')}</Empty>;
}

/** Filters of the list: days, reason, text in the message. All of them are in the address. */
function DeliveryFilter({ pageQuery, chosen }: { pageQuery: PageQuery; chosen: DeliveryChoices }) {
  const t = useTranslations('deliveries');
  const { go, query, isGoing } = useQueryNavigation();
  const causes = chosen.part === 'unreadable' ? UNREADABLE_CAUSES : CAUSES;
  const active = ['outcome', 'cause', 'q', 'period', 'first', 'last'].filter((name) => query.has(name));
  return (
    <Filters label={t('filter.label')} active={active.filter((name) => name !== 'outcome')} isGoing={isGoing}>
      <PeriodFields pageQuery={pageQuery} />
      <SelectField
        label={t('filter.cause')}
        value={chosen.cause ?? ''}
        choose={(cause) => go({ cause, delivery: null })}
        options={[
          { value: '', label: t('filter.anyCause') },
          ...causes.map((cause) => ({ value: cause, label: t(`cause.${cause}`) })),
        ]}
      />
      <TextField label={t('filter.q')} value={chosen.q ?? ''} choose={(q) => go({ q, delivery: null })} />
      <ClearFilters names={active.length > 0 ? [...active, 'delivery'] : []} go={go}>
        {t('filter.clear')}
      </ClearFilters>
    </Filters>
  );
}

/** Workplaces of the POS that sent events recently, with silent ones and ones with a deviating clock marked. */
function Workplaces({ workplaces, timeZone, now }: WorkplacesProps) {
  const t = useTranslations('deliveries.workplaces');
  const durations = useDurations();
  const moment = useMoment(timeZone);
  const title = useId();
  if (workplaces.length === 0) return null;
  return (
    <section aria-labelledby={title} className="mb-6">
      <h2 id={title} className="mb-2 font-semibold text-sm text-text-quiet">
        {t('title')}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {workplaces.map(({ workplace, lastDeliveryAt, quietSince, clockOffMs }) => {
          const last = moment(Date.parse(lastDeliveryAt), now);
          const clock =
            clockOffMs === null ? null : t(clockOffMs < 0 ? 'ahead' : 'behind', { length: durations.text(clockOffMs) });
          return (
            <li key={workplace} className="rounded-xl border border-line bg-sheet px-4 py-2 sm:py-3">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-bold">{t('workplace', { number: String(workplace) })}</span>
                {clock && <span className="font-semibold text-trouble">{clock}</span>}
              </span>
              <span className={quietSince === null ? 'text-text-quiet' : 'font-semibold text-trouble'}>
                {t(quietSince === null ? 'last' : 'quiet', { when: last })}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Outcomes of the last day's deliveries; each links to a list of only those. */
function OutcomeLinks({ counts: { lastDay, lastHour, isWholeDay }, chosen, query }: OutcomeLinksProps) {
  const t = useTranslations('deliveries.outcomes');
  const locale = LOCALES[useLocale()];
  const sumOf = (of: typeof lastDay) => OUTCOMES.reduce((sum, outcome) => sum + of[outcome], 0);
  const links = [
    { outcome: null, label: t('all'), count: sumOf(lastDay) },
    ...OUTCOMES.map((outcome) => ({ outcome, label: t(outcome), count: lastDay[outcome] })),
  ];
  const hour = chosen.outcome === null ? sumOf(lastHour) : lastHour[chosen.outcome];
  return (
    <div className="mb-6">
      <nav aria-label={t('label')}>
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
          {links.map(({ outcome, label, count }) => {
            const isHere = outcome === chosen.outcome;
            const isTrouble = count > 0 && (outcome === 'unreadable' || outcome === 'follow-up');
            return (
              <li key={outcome ?? 'all'}>
                <PageLink
                  href={addressOf(DELIVERIES, query, { outcome, cause: null, delivery: null })}
                  aria-current={isHere ? 'true' : undefined}
                  scroll={false}
                  className={`flex h-full flex-col justify-between rounded-xl border bg-sheet px-4 py-3 hover:border-text-quiet ${isHere ? 'border-text' : 'border-line'}`}
                >
                  <span className={`text-sm ${isHere ? 'font-bold' : 'font-semibold text-text-quiet'}`}>{label}</span>
                  <span
                    className={`font-bold text-2xl font-stretch-90% tracking-tight ${isTrouble ? 'text-trouble' : ''}`}
                  >
                    {count.toLocaleString(locale)}
                  </span>
                </PageLink>
              </li>
            );
          })}
        </ul>
      </nav>
      <p className="mt-2 text-sm text-text-quiet">
        {t('counted', { count: hour })} {!isWholeDay && t('someCounted')}
      </p>
    </div>
  );
}

/** Reads all unreadable deliveries again in batches, with progress and result. */
function ReplayAll({ branch, count, done }: ReplayAllProps) {
  const t = useTranslations('deliveries.replay');
  const [state, setState] = useState<State>({ is: 'waits' });
  const isStopped = useRef(false);

  async function replay(): Promise<void> {
    isStopped.current = false;
    let replayed = 0;
    let applied = 0;
    let cursor: string | null = null;
    do {
      setState({ is: 'works', replayed, applied });
      const received: ReplayResult | null = await readApi('POST /api/v1/deliveries/unreadable/replay', {
        query: { branch, cursor },
        withinMs: SEARCH_MS,
      });
      if (!received) return setState({ is: 'failed', replayed, applied });
      done(received.deliveries);
      replayed += received.replayed;
      applied += received.applied;
      cursor = received.nextCursor;
    } while (cursor !== null && !isStopped.current);
    setState({ is: 'over', replayed, applied });
  }

  if (count === 0 && state.is === 'waits') return null;
  const isWorking = state.is === 'works';
  return (
    <div className="mb-6 rounded-xl border border-notice-line bg-notice px-5 py-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="button" className={MAIN_BUTTON} disabled={isWorking} onClick={() => void replay()}>
          {t('all')}
        </button>
        {isWorking && (
          <button
            type="button"
            className={BUTTON}
            onClick={() => {
              isStopped.current = true;
            }}
          >
            {t('stop')}
          </button>
        )}
        <p role="status" className="font-semibold">
          {state.is === 'works' && t('working', { count: state.replayed })}
          {state.is === 'over' && t('result', { ...state, left: state.replayed - state.applied })}
          {state.is === 'failed' && t('failed')}
        </p>
      </div>
    </div>
  );
}
