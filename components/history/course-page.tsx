'use client';

import { useTranslations } from 'use-intl';
import type { CourseDelivery, CourseDetails } from '../../contract/history';
import type { Ticket } from '../../contract/live';
import { todayOf } from '../../domain/period';
import { DeliveryBody } from '../deliveries/delivery-body';
import { useDayText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { elsewhere, type PageQuery } from '../manager/page-query';
import { Problems } from '../manager/problems';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { BUTTON, Empty, PageHead, Sheet } from '../ui/sheet';
import { VisitPart } from '../visit-timeline/visit-part';
import { type Visit, visitsOf } from '../visit-timeline/visits';
import { courseAddress, listAddress } from './addresses';
import { Lengths } from './lengths';
import { useMarkText } from './marks';

/** Colours of the manager pages' charts. */
const COLOURS = {
  cooking: 'bg-accent text-on-accent',
  waiting: 'bg-band text-text',
  late: 'border-2 border-text bg-mark text-sheet',
};

type TableVisitsProps = {
  visits: readonly Visit[];
  branch: ManagerBranch;
  currentId: string;
  linkOf: (ticket: Ticket) => string;
};

type Props = { pageQuery: PageQuery; details: CourseDetails | null };

/** A course: its events, the visit of its table, and the POS's deliveries. */
export function CoursePage({ pageQuery, details }: Props) {
  const t = useTranslations('course');
  const { query } = useQueryNavigation();
  const { branch } = pageQuery;
  return (
    <>
      <PageLink
        href={listAddress(query)}
        className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline print:hidden"
      >
        <span aria-hidden="true">←</span> {t('back')}
      </PageLink>
      <Problems problems={pageQuery.problems} />
      {branch && details ? (
        <CourseSheets branch={branch} details={details} query={query} />
      ) : (
        <Empty title={t('gone')}>{t('goneAbout')}</Empty>
      )}
    </>
  );
}

function CourseSheets({ branch, details, query }: SheetProps) {
  const t = useTranslations('course');
  const history = useTranslations('history');
  const guests = useTranslations('ticket');
  const dayText = useDayText();
  const { ticket } = details;
  const { table } = ticket;
  const title = t('title', { place: usePlaceName()(ticket), course: useCourseName()(ticket.course) });
  const number = ticket.orderNumber ?? ticket.ticketNumber;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="-mb-6">
        <PageHead
          title={title}
          lead={
            <span className="flex flex-wrap gap-x-4">
              <span>{dayText(details.businessDay, 'dated')}</span>
              {table?.guests != null && <span>{guests('guests', { count: table.guests })}</span>}
              {table?.name != null && <bdi className="min-w-0 [overflow-wrap:anywhere]">{table.name}</bdi>}
              {number !== null && <span>{t('order', { number: String(number) })}</span>}
            </span>
          }
        >
          <button type="button" className={BUTTON} onClick={() => window.print()}>
            {history('print')}
          </button>
        </PageHead>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Sheet title={t('times')}>
          <Steps details={details} timeZone={branch.timeZone} />
        </Sheet>
        <Sheet title={t('lengths')}>
          <Lengths details={details} />
        </Sheet>
      </div>
      <Remarks details={details} timeZone={branch.timeZone} />
      <Sheet title={t(table ? 'evening' : 'visit')} lead={table ? t('eveningAbout') : undefined}>
        <TableVisits
          visits={visitsOf(details.tableCourses, branch.now)}
          branch={branch}
          currentId={ticket.id}
          linkOf={({ id }) => courseAddress(query, id, branch.number)}
        />
      </Sheet>
      <DeliveriesSheet branch={branch} details={details} query={query} />
    </div>
  );
}

/** Times of start, completion and serve by the POS's clock; missing events are marked. */
function Steps({ details: { ticket }, timeZone }: { details: CourseDetails; timeZone: string }) {
  const t = useTranslations('course');
  const step = useTranslations('course.step');
  const steps = [
    { name: 'started', at: ticket.startedAt },
    { name: 'ready', at: ticket.readyAt },
    ...(ticket.collected ? [{ name: 'collected', at: ticket.collected.at } as const] : []),
    { name: 'served', at: ticket.servedAt },
    ...(ticket.presumedServed ? [{ name: 'presumed', at: ticket.presumedServed.at } as const] : []),
    ...(ticket.closedBy === 'heatlamp' ? [{ name: 'closed', at: ticket.closedAt } as const] : []),
  ] as const;
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1.5">
      {steps.map(({ name, at }) => (
        <div
          key={name}
          className="col-span-2 flex grid-cols-subgrid justify-between supports-[grid-template-columns:subgrid]:grid border-line border-b pb-1.5 last:border-0 last:pb-0"
        >
          <dt>{step(name)}</dt>
          <dd className={at === null ? 'text-text-quiet' : 'font-semibold tabular-nums'}>
            {at === null ? t('never') : clockText(Date.parse(at), timeZone, true)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function TableVisits({ visits, branch, currentId, linkOf }: TableVisitsProps) {
  return (
    <div>
      {visits.map((visit) => (
        <VisitPart
          key={visit.id}
          visit={visit}
          now={branch.now}
          timeZone={branch.timeZone}
          colours={COLOURS}
          linkOf={linkOf}
          currentId={currentId}
        />
      ))}
    </div>
  );
}

/** Explains unusual facts of a course, and lists actions on it. Empty if there are none. */
function Remarks({ details: { ticket, actions }, timeZone }: { details: CourseDetails; timeZone: string }) {
  const t = useTranslations('course');
  const actionText = useTranslations('course.action');
  const textOf = useMarkText();
  if (ticket.marks.length === 0 && actions.length === 0) return null;
  return (
    <div className="grid gap-6 lg:grid-cols-2 [&>:only-child]:lg:col-span-2">
      {ticket.marks.length > 0 && (
        <Sheet title={t('remarks')}>
          <dl className="mt-3 grid gap-3">
            {ticket.marks.map((each) => {
              const { name, about } = textOf(each, ticket);
              return (
                <div key={each}>
                  <dt className="font-semibold first-letter:uppercase">{name}</dt>
                  <dd className="max-w-prose text-pretty text-text-quiet">{about}</dd>
                </div>
              );
            })}
          </dl>
        </Sheet>
      )}
      {actions.length > 0 && (
        <Sheet title={t('actions')}>
          <ol className="mt-3 grid gap-1.5">
            {actions.map(({ id, kind, screen, at }) => (
              <li key={id} className="flex gap-4">
                <span className="tabular-nums">{clockText(Date.parse(at), timeZone, true)}</span>
                <span>{actionText(kind, { screen })}</span>
              </li>
            ))}
          </ol>
        </Sheet>
      )}
    </div>
  );
}

const STEPS = { 1: '1', 2: '2', 3: '3' } as const;

type SheetProps = { branch: ManagerBranch; details: CourseDetails; query: URLSearchParams };

/** The deliveries of the course, with a link to all of its order. */
function DeliveriesSheet({ branch, details, query }: SheetProps) {
  const t = useTranslations('course');
  const { ticket, deliveryCount } = details;
  const number = ticket.orderNumber ?? ticket.ticketNumber;
  const search = ticket.orderId ?? (number === null ? null : String(number));
  return (
    <Sheet title={t('deliveries')} lead={t('deliveriesAbout', { count: deliveryCount })}>
      <Deliveries details={details} branch={branch} />
      {search !== null && deliveryCount > 0 && (
        <p className="mt-4 print:hidden">
          <PageLink
            href={elsewhere('/manager/deliveries', new URLSearchParams({ lang: query.get('lang') ?? '' }), {
              branch: branch.number,
              q: search,
              period: 'all',
            })}
            className="underline underline-offset-4"
          >
            {t('inJournal')}
          </PageLink>
        </p>
      )}
    </Sheet>
  );
}

/** The POS's deliveries for a course, each with its body. */
function Deliveries({ details, branch }: { details: CourseDetails; branch: ManagerBranch }) {
  const t = useTranslations('course');
  const { deliveries, deliveryCount } = details;
  return (
    <>
      <ol className="grid gap-2">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Delivery delivery={delivery} branch={branch} />
          </li>
        ))}
      </ol>
      {deliveryCount > deliveries.length && (
        <p className="mt-3 text-text-quiet">{t('deliveriesMore', { count: deliveries.length })}</p>
      )}
    </>
  );
}

function Delivery({ delivery, branch }: { delivery: CourseDelivery; branch: ManagerBranch }) {
  const t = useTranslations('course');
  const texts = useTranslations('course.posStep');
  const outcome = useTranslations('course.outcome');
  const dayText = useDayText();
  const clock = (at: string) => clockText(Date.parse(at), branch.timeZone, true);
  const dayOf = (at: string) => todayOf(Date.parse(at), branch);
  // After an outage a delivery may arrive days later.
  const received =
    dayOf(delivery.at) === dayOf(delivery.receivedAt)
      ? clock(delivery.receivedAt)
      : `${dayText(dayOf(delivery.receivedAt), 'short')} ${clock(delivery.receivedAt)}`;
  const step = texts(STEPS[delivery.step as 1 | 2 | 3] ?? '1');
  return (
    <details className="group rounded-lg border border-line open:bg-shade">
      <summary className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-2">
        <span aria-hidden="true" className="text-text-quiet group-open:rotate-90">
          ▸
        </span>
        <b className="font-semibold first-letter:uppercase">{t('posStepAt', { step, time: clock(delivery.at) })}</b>
        <span className="text-text-quiet">{t('received', { time: received })}</span>
        {delivery.round !== null && delivery.round > 1 && (
          <span className="text-text-quiet">{t('round', { round: String(delivery.round) })}</span>
        )}
        <span className="ml-auto font-semibold">{outcome(delivery.outcome)}</span>
      </summary>
      <div className="px-4 pb-4">
        {delivery.erasedAt === null ? <DeliveryBody delivery={delivery} /> : <p>{t('erased')}</p>}
      </div>
    </details>
  );
}
