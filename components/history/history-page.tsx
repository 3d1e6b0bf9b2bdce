'use client';

import { useTranslations } from 'use-intl';
import { lengthOf } from '../../domain/period';
import { type Language, LOCALES } from '../../lib/language';
import { daysTextIn } from '../manager/day-text';
import { Empty } from '../manager/empty';
import { FilterBar, type FilterField } from '../manager/filter-bar';
import { BUTTON, PageHead } from '../manager/page-head';
import { branchSpan, type PageQuery } from '../manager/page-query';
import { Problems } from '../manager/problems';
import { WithMessages } from '../messages/with-messages';
import { ActiveFilters } from './active-filters';
import { csvAddress } from './addresses';
import { CourseList } from './course-list';
import type { Listing } from './listing';
import { MESSAGES } from './messages';
import { ViewSwitch } from './view-switch';
import { VisitList } from './visit-list';

const FIELDS: FilterField[] = ['service', 'course', 'late', 'q'];
const MORE: FilterField[] = ['table', 'kind', 'state', 'leftOut'];

type Props = { pageQuery: PageQuery; listing: Listing | null; language: Language };

/** History of a branch: every course, or the tables with the worst visits. */
export function HistoryPage(props: Props) {
  return (
    <WithMessages messages={MESSAGES}>
      <History {...props} />
    </WithMessages>
  );
}

function History({ pageQuery, listing, language }: Props) {
  const t = useTranslations('history');
  const empty = useTranslations('history.empty');
  const { branch } = pageQuery;
  const csv = csvAddress(pageQuery, pageQuery.isAlways || !branch ? null : branchSpan(pageQuery, branch));
  const count = listing && 'count' in listing ? listing.count : null;
  return (
    <>
      <PageHead
        title={t('title')}
        lead={pageQuery.isAlways || !branch ? undefined : daysTextIn(LOCALES[language], pageQuery.days)}
      >
        {branch && (
          <>
            {count !== 0 && (
              <a className={BUTTON} href={csv} download>
                {t('csv', { count: count ?? -1 })}
              </a>
            )}
            <button type="button" className={BUTTON} onClick={() => window.print()}>
              {t('print')}
            </button>
          </>
        )}
      </PageHead>
      <Problems problems={pageQuery.problems} />
      {branch && <FilterBar pageQuery={pageQuery} fields={FIELDS} more={MORE} hasAll={false} />}
      <ActiveFilters pageQuery={pageQuery} />
      {branch && listing ? (
        <>
          <ViewSwitch by={listing.by} />
          {'mostDays' in listing ? (
            <Empty title={t('tooLong.title')}>{t('tooLong.about', { days: listing.mostDays })}</Empty>
          ) : listing.by === 'course' ? (
            <CourseList
              listing={listing}
              branch={branch}
              isFiltered={isFiltered(pageQuery)}
              isOneDay={lengthOf(pageQuery.days) === 1}
            />
          ) : (
            <VisitList listing={listing} branch={branch} isFiltered={isFiltered(pageQuery)} />
          )}
        </>
      ) : (
        <Empty title={empty('none')}>{empty('noneAbout')}</Empty>
      )}
    </>
  );
}

function isFiltered({ choices }: PageQuery): boolean {
  return Object.values(choices).some((choice) => choice !== null);
}
