'use client';

import { useCallback, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedDelivery } from '../../contract/deliveries';
import type { Span } from '../../domain/period';
import { LinkLine } from '../live-dashboard/link-line';
import { Empty } from '../manager/empty';
import type { ManagerBranch } from '../manager/manager-branch';
import type { PageQuery } from '../manager/page-query';
import { clockText } from '../time/clock-text';
import { deliveriesOverHttp } from './deliveries-over-http';
import { type DeliveryChoices, deliveryQuery } from './delivery-choices';
import { DeliveryFilter } from './delivery-filter';
import { DeliveryList } from './delivery-list';
import { Older } from './older';
import { OutcomeLinks } from './outcome-links';
import { ReplayAll } from './replay-all';
import { type FirstDeliveries, useDeliveries } from './use-deliveries';
import { Workplaces } from './workplaces';

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
      const received = await deliveriesOverHttp(query);
      if (received) store.startAnew(received.answer);
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
