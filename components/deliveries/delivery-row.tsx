'use client';

import { memo, type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type DeliveryOutcome, isKitchenEvent, UNREADABLE_CAUSES } from '../../contract/constants';
import type { ListedDelivery } from '../../contract/deliveries';
import { CopyButton } from '../clipboard/copy';
import { readApi } from '../manager/call-api';
import { PageLink } from '../page-link';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { useMoment } from '../time/when';
import { BUTTON } from '../ui/sheet';
import { Facts, HeaderFacts, prettyJson } from './facts';

const TEXT =
  'max-h-[32rem] overflow-auto rounded-lg border border-line bg-sheet p-3 font-mono text-sm leading-relaxed [overflow-wrap:anywhere]';

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

/** A message, pretty-printed and as its exact bytes. It contains guests' names, so all of it is rendered as text. */
function DeliveryBody({ delivery: { body, bodyBase64 } }: { delivery: ListedDelivery }) {
  const t = useTranslations('deliveries.detail');
  const readable = useMemo(() => (body === null ? null : prettyJson(body)), [body]);
  const exact = body ?? bodyBase64 ?? '';
  const title =
    body === null
      ? t('exactBase64', { count: bytesOfBase64(exact) })
      : t('exact', { count: new TextEncoder().encode(body).length });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section className="min-w-0">
        <h3 className="flex min-h-11 items-center font-semibold">{t('readable')}</h3>
        {readable === null ? (
          <p className="text-text-quiet">{t('noReadable')}</p>
        ) : (
          <Text label={t('readable')} text={readable} />
        )}
      </section>
      <section className="min-w-0">
        <div className="flex min-h-11 items-center justify-between gap-4">
          <h3 className="font-semibold">{title}</h3>
          <CopyButton text={exact} what="body" />
        </div>
        <Text label={title} text={exact} />
      </section>
    </div>
  );
}

/** Text that may overflow its box, which the keyboard can scroll. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={TEXT} tabIndex={0} aria-label={label}>
      <pre className="whitespace-pre-wrap font-mono">{text}</pre>
    </section>
  );
}

function bytesOfBase64(text: string): number {
  return (text.length / 4) * 3 - (text.match(/=*$/)?.[0].length ?? 0);
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
