'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { CountedRefusal, ListedDelivery, RefusalList } from '../../contract/deliveries';
import type { Span } from '../../domain/period';
import { LOCALES } from '../../lib/language';
import { useWatch } from '../live/watch';
import { LinkLine } from '../live-dashboard/link-line';
import { BranchField } from '../manager/branch-boxes';
import { readTimed, type Timed } from '../manager/call-api';
import type { PageQuery } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { SUBSCRIPTIONS } from '../subscriptions/address';
import { clockText } from '../time/clock-text';
import { useMoment, useWhen } from '../time/when';
import { Empty, PageHead } from '../ui/sheet';
import { DELIVERIES, type DeliveryChoices, PARTS, type Part } from './delivery-choices';
import { HeaderFacts } from './facts';
import { claimedIn, Finding, useRefusalText } from './finding';
import { Received } from './received';
import type { FirstDeliveries } from './use-deliveries';

type PartLinksProps = {
  parts: readonly Part[];
  part: Part;
  /** Items that need attention in each part; null if unknown. */
  counts: Readonly<Record<Part, number | null>>;
  query: URLSearchParams;
};

/** Counting stops here. */
const MAX_UNREADABLE = 10_000;

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

/** Links to the parts of the page. They keep branch and language; filters of one part mean nothing in another. */
function PartLinks({ parts, part, counts, query }: PartLinksProps) {
  const t = useTranslations('deliveries.parts');
  const locale = LOCALES[useLocale()];
  const addressOf = (page: string, to: Part | null) => {
    const next = new URLSearchParams();
    for (const name of ['branch', 'lang']) {
      const value = query.get(name);
      if (value) next.set(name, value);
    }
    if (to !== null && to !== 'received') next.set('part', to);
    return next.size === 0 ? page : `${page}?${next}`;
  };
  return (
    <nav aria-label={t('label')} className="mb-6 border-line border-b print:hidden">
      <ul className="flex flex-wrap gap-x-6">
        {parts.map((name) => {
          const isHere = name === part;
          const count = counts[name] ?? 0;
          return (
            <li key={name} className="shrink-0">
              <PageLink
                href={addressOf(DELIVERIES, name)}
                aria-current={isHere ? 'page' : undefined}
                className={`flex min-h-11 items-center gap-2 border-b-3 font-semibold ${isHere ? 'border-text' : 'border-transparent text-text-quiet hover:text-text'}`}
              >
                {t(name)}
                {count > 0 && (
                  <span className="rounded-full bg-trouble px-2 text-ground text-sm">
                    {t(name === 'unreadable' && count >= MAX_UNREADABLE ? 'atLeast' : 'count', {
                      count: count.toLocaleString(locale),
                    })}
                  </span>
                )}
              </PageLink>
            </li>
          );
        })}
        <li className="shrink-0">
          <PageLink
            href={addressOf(SUBSCRIPTIONS, null)}
            className="flex min-h-11 items-center border-transparent border-b-3 font-semibold text-text-quiet hover:text-text"
          >
            {t('pos')}
          </PageLink>
        </li>
      </ul>
    </nav>
  );
}

const WATCH = { ask: () => readTimed('GET /api/v1/refusals', {}), timeOf: ({ at }: Timed<RefusalList>) => at };

/** Only requests that name a subscription of ours need attention; unknown clients always cause some refusals. */
const isOurs = ({ subscriptionId }: CountedRefusal) => subscriptionId !== null;

/** Live list of refused requests by cause. `serverTime` is the time of rendering, epoch ms. */
function Refused({ first, serverTime, timeZone }: { first: RefusalList; serverTime: number; timeZone: string }) {
  const t = useTranslations('deliveries.refused');
  const moment = useMoment(timeZone);
  const { answer, now, silentMs } = useWatch({ answer: first, at: serverTime }, WATCH);
  const { since, refusals } = answer.answer;
  const when = moment(Date.parse(since), now);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose text-pretty text-text-quiet">
          {t('lead')} {t('since', { when })}
        </p>
        <LinkLine silentMs={silentMs} clock={clockText(answer.at, timeZone, true)} />
      </div>
      {refusals.length === 0 ? (
        <Empty title={t('noneTitle')}>{t('none', { when })}</Empty>
      ) : (
        <ul className="grid gap-4">
          {[...refusals.filter(isOurs), ...refusals.filter((refusal) => !isOurs(refusal))].map((refusal) => (
            <li key={`${refusal.code} ${refusal.problem} ${refusal.subscriptionId}`}>
              <RefusalCard refusal={refusal} timeZone={timeZone} now={now} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Refused requests with one cause: its meaning, what to do, and the last of the requests. */
function RefusalCard({ refusal, timeZone, now }: { refusal: CountedRefusal; timeZone: string; now: number }) {
  const t = useTranslations('deliveries.refused');
  const ago = useWhen(timeZone);
  const moment = useMoment(timeZone);
  const { what, advice } = useRefusalText()(refusal);
  const { subscriptionId, finding, count, firstAt, lastAt, last } = refusal;
  const isTrouble = subscriptionId !== null;
  const claimed = subscriptionId ?? claimedIn(last.headers);
  return (
    <article className="grid gap-3 rounded-xl border border-line bg-sheet p-5 sm:p-6">
      <header>
        <h2 className={`font-bold text-lg leading-snug ${isTrouble ? 'text-trouble' : ''}`}>
          {what}
          <span className="font-semibold text-text"> · {t('times', { count })}</span>
        </h2>
        <p className="text-text-quiet [overflow-wrap:anywhere]">
          {[
            t('last', { when: ago(Date.parse(lastAt), now), address: last.address }),
            count > 1 ? t('first', { when: moment(Date.parse(firstAt), now) }) : null,
            claimed && t('claimed', { id: claimed }),
            t('event', { event: last.event }),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
      </header>
      <div className="max-w-prose text-pretty">{finding ? <Finding finding={finding} /> : <p>{advice}</p>}</div>
      <details>
        <summary className="min-h-11 content-center font-semibold">{t('headers')}</summary>
        <div className="mt-1 grid gap-3">
          <HeaderFacts headers={last.headers} />
          <p className="text-sm text-text-quiet">{t('cut')}</p>
        </div>
      </details>
    </article>
  );
}
