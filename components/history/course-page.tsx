'use client';

import { useTranslations } from 'use-intl';
import type { CourseDetails } from '../../contract/history';
import { useDayText } from '../manager/day-text';
import { Empty } from '../manager/empty';
import type { ManagerBranch } from '../manager/manager-branch';
import { BUTTON, PageHead, Sheet } from '../manager/page-head';
import { elsewhere, type PageQuery } from '../manager/page-query';
import { Problems } from '../manager/problems';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { WithMessages } from '../messages/with-messages';
import { PageLink } from '../page-link';
import { useCourseName, usePlaceName } from '../ticket/place';
import { visitsOf } from '../visit-timeline/visits';
import { courseAddress, listAddress } from './addresses';
import { Deliveries } from './deliveries';
import { Lengths } from './lengths';
import { MESSAGES } from './messages';
import { Remarks } from './remarks';
import { Steps } from './steps';
import { TableVisits } from './table-visits';

type Props = { pageQuery: PageQuery; details: CourseDetails | null };

/** A course: its events, the visit of its table, and the POS's deliveries. */
export function CoursePage(props: Props) {
  return (
    <WithMessages messages={MESSAGES}>
      <Course {...props} />
    </WithMessages>
  );
}

function Course({ pageQuery, details }: Props) {
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

type SheetProps = { branch: ManagerBranch; details: CourseDetails; query: URLSearchParams };

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
