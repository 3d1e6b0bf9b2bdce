'use client';

import { useTranslations } from 'use-intl';
import type { ListedDelivery, RefusalList } from '../../contract/deliveries';
import type { Span } from '../../domain/period';
import { BranchField } from '../manager/branch-field';
import { Empty } from '../manager/empty';
import { PageHead } from '../manager/page-head';
import type { PageQuery } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { type DeliveryChoices, PARTS } from './delivery-choices';
import { PartLinks } from './part-links';
import { Received } from './received';
import { Refused } from './refused';
import type { FirstDeliveries } from './use-deliveries';

type Props = {
  pageQuery: PageQuery;
  chosen: DeliveryChoices;
  /** The page's query as text; any change of it renders the whole page again. */
  address: string;
  /** Null before the first branch. */
  deliveries: { first: FirstDeliveries; span: Span | null; opened: ListedDelivery | null } | null;
  /** Null for a manager who may not see every branch. */
  refusals: RefusalList | null;
  /** Server time, epoch ms. */
  now: number;
  /** Used while there is no branch. */
  timeZone: string;
};

/** Deliveries of the POS, the unreadable ones, and refused requests. */
export function DeliveriesPage(props: Props) {
  const { pageQuery, chosen, address, deliveries, refusals, now } = props;
  const t = useTranslations('deliveries');
  const tFilter = useTranslations('manager.filter');
  const { go } = useQueryNavigation();
  const { branch, branches, unlisted } = pageQuery;
  const timeZone = branch?.timeZone ?? props.timeZone;
  const counts = {
    received: null,
    unreadable: deliveries?.first.counts.unreadable ?? null,
    // Unknown clients always cause some refusals, so only requests that name a subscription of ours need attention.
    refused: refusals?.refusals.reduce((sum, each) => sum + (each.subscriptionId === null ? 0 : each.count), 0) ?? null,
  };
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        {branches.length > 1 && branch && (chosen.part === 'received' || chosen.part === 'unreadable') && (
          <BranchField
            unlisted={unlisted}
            label={tFilter('labels.branch')}
            value={String(branch.number)}
            choose={(number) => go({ branch: number, delivery: null })}
            options={branches.map(({ number, name }) => ({
              value: String(number),
              label: name ?? tFilter('branch', { number: String(number) }),
            }))}
          />
        )}
      </PageHead>
      <PartLinks parts={PARTS} part={chosen.part} counts={counts} query={new URLSearchParams(address)} />
      {chosen.part === 'refused' ? (
        refusals ? (
          <Refused first={refusals} serverTime={now} timeZone={timeZone} />
        ) : (
          <p>{t('refused.onlyAll')}</p>
        )
      ) : deliveries && branch ? (
        <Received
          key={address}
          {...deliveries}
          pageQuery={pageQuery}
          branch={branch}
          chosen={chosen}
          address={address}
        />
      ) : (
        <Empty title={t('empty.title')}>{t('empty.none')}</Empty>
      )}
    </>
  );
}
