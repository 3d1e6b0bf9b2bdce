'use client';

import { useTranslations } from 'use-intl';
import type { CourseDetails } from '../../contract/history';
import type { Ticket } from '../../contract/live';
import { useDayText } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import type { PageQuery } from '../manager/page-query';
import { Problems } from '../manager/problems';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { PageLink } from '../page-link';
import { useCourseName, usePlaceName } from '../ticket/ticket-names';
import { clockText } from '../time/clock-text';
import { BUTTON, Empty, PageHead, Sheet } from '../ui/sheet';
import { VisitPart } from '../visit-timeline/visit-part';
import { type Visit, visitsOf } from '../visit-timeline/visits';
import { courseAddress, listAddress } from './addresses';
import { DeliveriesSheet, type SheetProps } from './course-deliveries';
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
