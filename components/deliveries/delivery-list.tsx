'use client';

import { Fragment, memo, type ReactNode, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type DeliveryOutcome, isKitchenEvent, UNREADABLE_CAUSES } from '../../contract/constants';
import type { BranchGap, ListedDelivery } from '../../contract/deliveries';
import { LOCALES } from '../../lib/language';
import { CopyButton } from '../clipboard/copy';
import { GapRow } from '../gaps/gap-lines';
import { readApi } from '../manager/call-api';
import { dayTextIn } from '../manager/day-text';
import { PageLink } from '../page-link';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { useMoment } from '../time/when';
import { BUTTON } from '../ui/sheet';
import { DeliveryBody } from './delivery-body';
import { Facts, HeaderFacts } from './facts';
import { type Received, SEARCH_MS } from './use-deliveries';

type DeliveryDetailProps = {
  delivery: ListedDelivery;
  replayed: (delivery: ListedDelivery) => void;
  children: ReactNode;
};

/** `now` is the server time of rendering, epoch ms; only day names depend on it. */
type DetailProps = {
  delivery: ListedDelivery;
  timeZone: string;
  now: number;
  branch: number;
  replayed: (delivery: ListedDelivery) => void;
};

type Props = DetailProps & { isOpen: boolean; toggled: (id: string, isOpen: boolean) => void };

const TONES: Record<DeliveryOutcome, string> = {
  applied: '',
  repeat: 'text-text-quiet',
  ignored: 'text-text-quiet',
  unreadable: 'font-semibold text-trouble',
  'follow-up': 'font-semibold text-trouble',
};

/** One delivery in the list, with all its details if it is expanded. */
export const DeliveryRow = memo(function DeliveryRow({ isOpen, toggled, ...rest }: Props) {
  const { delivery, timeZone } = rest;
  return (
    <details
      open={isOpen}
      className="group border-line border-t first:border-t-0 open:bg-shade"
      onToggle={(event) => event.currentTarget.open !== isOpen && toggled(delivery.id, event.currentTarget.open)}
    >
      <summary className="grid min-h-12 grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-x-4 px-4 py-2.5 hover:bg-shade focus-visible:-outline-offset-3 sm:px-5 md:grid-cols-[6rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,2fr)]">
        <Summary delivery={delivery} timeZone={timeZone} />
      </summary>
      {isOpen && <DeliveryDetail {...rest} />}
    </details>
  );
});

function Summary({ delivery, timeZone }: { delivery: ListedDelivery; timeZone: string }) {
  const t = useTranslations('deliveries');
  const description = useEventText()(delivery);
  const why = useWhy()(delivery);
  return (
    <>
      <time dateTime={delivery.receivedAt} className="flex gap-2 text-text-quiet">
        <span aria-hidden="true" className="group-open:rotate-90">
          ▸
        </span>
        {clockText(Date.parse(delivery.receivedAt), timeZone, true)}
      </time>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {description ? (
          <>
            <b className="font-semibold">{description.place}</b> · {description.course}{' '}
            <span className="text-text-quiet">{description.step}</span>
          </>
        ) : (
          <>
            {delivery.pathEvent}{' '}
            {delivery.branch === null && <span className="text-text-quiet">· {t('list.branchUnknown')}</span>}
          </>
        )}
      </span>
      <span className={`min-w-0 max-md:col-start-2 ${TONES[delivery.outcome]}`}>
        {t(`outcome.${delivery.outcome}`)}
        {why && <span className="font-normal text-text-quiet"> · {why}</span>}
      </span>
      <span className="truncate text-sm text-text-quiet max-md:col-start-2" title={delivery.subscription}>
        {delivery.subscription}
      </span>
    </>
  );
}

/** All details of a delivery: what to do about it, its bytes, and how it arrived. */
function DeliveryDetail({ delivery, timeZone, now, branch, replayed }: DetailProps) {
  const t = useTranslations('deliveries.detail');
  const { outcome, told, ticketId } = delivery;
  const exact = useExact(timeZone, now);
  return (
    <div className="grid gap-5 px-4 pt-1 pb-5 sm:px-5">
      {delivery.reason && (
        <p className="[overflow-wrap:anywhere]">
          <span className="text-text-quiet">{t('noted')}</span> {delivery.reason}
        </p>
      )}
      <ReplayOne delivery={delivery} replayed={replayed}>
        {outcome === 'unreadable' && <Advice delivery={delivery} />}
      </ReplayOne>
      {ticketId && (
        <p>
          <PageLink
            href={`/manager/history/course?${new URLSearchParams({ branch: String(delivery.branch ?? branch), id: ticketId })}`}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {t('course')}
          </PageLink>
        </p>
      )}
      {delivery.erasedAt === null ? (
        <DeliveryBody delivery={delivery} />
      ) : (
        <p>{t('erased', { when: exact(delivery.erasedAt) })}</p>
      )}
      <section>
        <h3 className="mb-2 font-semibold">{t('facts')}</h3>
        <Facts
          facts={[
            [t('received'), exact(delivery.receivedAt)],
            [t('at'), told && exact(told.at)],
            [t('path'), `/webhooks/${delivery.pathEvent}`],
            [t('subscription'), delivery.subscription],
            [t('branch'), delivery.branch],
            [t('id'), <Copied key="id" text={delivery.id} what="id" />],
            [t('hash'), <Copied key="hash" text={delivery.bodySha256} what="hash" />],
          ]}
        />
      </section>
      <section>
        <h3 className="mb-2 font-semibold">{t('headers')}</h3>
        <HeaderFacts headers={delivery.headers} />
      </section>
    </div>
  );
}

function Advice({ delivery }: { delivery: ListedDelivery }) {
  const t = useTranslations('deliveries');
  return (
    <div className="max-w-prose text-pretty">
      <h3 className="font-semibold">{t('detail.whatToDo')}</h3>
      <p>{t(`advice.${adviceOf(delivery)}`)}</p>
    </div>
  );
}

function Copied({ text, what }: { text: string; what: 'id' | 'hash' }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="min-w-0 font-mono text-sm">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** Returns a function that formats day and time to the second in the branch's time zone. */
function useExact(timeZone: string, now: number): (at: string) => string {
  const moment = useMoment(timeZone);
  return (at) => moment(Date.parse(at), now).replace(/\d\d:\d\d$/, clockText(Date.parse(at), timeZone, true));
}

/** Reads one delivery again and shows the result. */
function ReplayOne({ delivery, replayed, children }: DeliveryDetailProps) {
  const t = useTranslations('deliveries.replay');
  const [result, setResult] = useState<'oneApplied' | 'oneNot' | 'failed' | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const { id, outcome } = delivery;
  const mayBeRead = (outcome === 'unreadable' || outcome === 'ignored') && delivery.erasedAt === null;
  if (!mayBeRead && result === null) return null;

  async function replay(): Promise<void> {
    setIsWorking(true);
    const done = await readApi('POST /api/v1/deliveries/:id/replay', { query: { id } });
    const now = done && (await readApi('GET /api/v1/deliveries/:id', { query: { id } }));
    setIsWorking(false);
    if (!done || !now) return setResult('failed');
    replayed(now);
    setResult(done.applied > 0 || now.outcome !== outcome ? 'oneApplied' : 'oneNot');
  }

  return (
    <div className="grid justify-items-start gap-3">
      {mayBeRead && children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayBeRead && (
          <button type="button" className={BUTTON} onClick={() => void replay()} disabled={isWorking}>
            {t('one')}
          </button>
        )}
        <p role="status" className={result === 'oneApplied' ? 'font-semibold text-accent' : ''}>
          {result && t(result)}
        </p>
      </div>
    </div>
  );
}

/** Returns a function that explains the outcome of a delivery; null if there is nothing to add. */
function useWhy(): (delivery: ListedDelivery) => string | null {
  const t = useTranslations('deliveries.cause');
  return ({ cause, reason }) => (cause ? t(cause) : reason === null ? null : t('other'));
}

/** Returns a function that describes the table, course and step of a delivery; null without them. */
function useEventText(): (delivery: ListedDelivery) => { place: string; course: string; step: string } | null {
  const t = useTranslations('deliveries.event');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  return ({ told }) => {
    if (!told) return null;
    const { order, table, course, event } = told;
    const placed = { table, ticketNumber: order.ticketNumber, orderNumber: order.number };
    return {
      place: placeName(placed),
      course: courseName(course),
      step: isKitchenEvent(event) ? t(event) : event,
    };
  };
}

/** Advice for an unreadable delivery. */
function adviceOf({ cause }: ListedDelivery): (typeof UNREADABLE_CAUSES)[number] | 'other' {
  return UNREADABLE_CAUSES.find((each) => each === cause) ?? 'other';
}

type OlderProps = { deliveries: Received; query: Record<string, string>; timeZone: string; now: number };

type DeliveryListProps = {
  deliveries: readonly ListedDelivery[];
  /** Time ranges in which events may be missing, each shown above the delivery before it. */
  gaps?: readonly BranchGap[];
  timeZone: string;
  now: number;
  branch: number;
  /** Ids of the expanded deliveries. */
  open: ReadonlySet<string>;
  toggled: (id: string, isOpen: boolean) => void;
  replayed: (delivery: ListedDelivery) => void;
};

/** Deliveries grouped by day of receipt in the branch's time zone. */
export function DeliveryList({ deliveries, gaps = [], open, ...rest }: DeliveryListProps) {
  const t = useTranslations('deliveries.list');
  const locale = LOCALES[useLocale()];
  const above = new Map<string | undefined, BranchGap[]>();
  for (const gap of gaps) {
    // A gap without any delivery after it goes to the top of the list.
    const below = deliveries.find(({ receivedAt }) => receivedAt < gap.to)?.id;
    above.set(below, [...(above.get(below) ?? []), gap]);
  }
  return (
    <section aria-label={t('label')} className="grid gap-5">
      {byDay(deliveries, rest.timeZone).map(([day, ofDay]) => (
        <section key={day}>
          <h2 className="mb-2 font-semibold first-letter:uppercase">{dayTextIn(locale, day, 'weekday')}</h2>
          <div className="overflow-hidden rounded-xl border border-line bg-sheet">
            {ofDay.map((delivery) => (
              <Fragment key={delivery.id}>
                {(above.get(delivery.id) ?? []).map((gap) => (
                  <GapRow key={`${gap.from} ${gap.cause}`} gap={gap} timeZone={rest.timeZone} />
                ))}
                <DeliveryRow delivery={delivery} isOpen={open.has(delivery.id)} {...rest} />
              </Fragment>
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

function byDay(deliveries: readonly ListedDelivery[], timeZone: string): [day: string, ListedDelivery[]][] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = new Map<string, ListedDelivery[]>();
  for (const delivery of deliveries) {
    const day = format.format(Date.parse(delivery.receivedAt));
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(delivery);
    else days.set(day, [delivery]);
  }
  return [...days];
}

/**
 * Loads older deliveries; after a search that stopped at its limit it says how far that got, and continues from there.
 */
export function Older({ deliveries: { store, shown, nextCursor, lookedBackTo }, query, timeZone, now }: OlderProps) {
  const t = useTranslations('deliveries.list');
  const moment = useMoment(timeZone);
  const [state, setState] = useState<'waits' | 'loads' | 'failed'>('waits');
  if (nextCursor === null) return shown.length > 0 ? <p className="mt-5 text-text-quiet">{t('end')}</p> : null;

  async function load(cursor: string): Promise<void> {
    setState('loads');
    const received = await readApi('GET /api/v1/deliveries', { query: { ...query, cursor }, withinMs: SEARCH_MS });
    setState(received ? 'waits' : 'failed');
    if (received) store.append(received);
  }

  const when = lookedBackTo && moment(Date.parse(lookedBackTo), now);
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <button type="button" className={BUTTON} disabled={state === 'loads'} onClick={() => void load(nextCursor)}>
        {t(state === 'loads' ? 'loading' : when ? 'further' : 'older')}
      </button>
      <p role="status" className="text-text-quiet">
        {state === 'failed' ? t('failed') : when && t(shown.length === 0 ? 'noneYet' : 'lookedBack', { when })}
      </p>
    </div>
  );
}
