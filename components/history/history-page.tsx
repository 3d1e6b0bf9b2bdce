'use client';

import { useTranslations } from 'use-intl';
import { lengthOf } from '../../domain/period';
import { type Asked, spanAsked } from '../manager/asked';
import { daysTextIn } from '../manager/day-text';
import { Empty } from '../manager/empty';
import { FilterBar, type FilterField } from '../manager/filter-bar';
import { BUTTON, PageHead } from '../manager/page-head';
import { Problems } from '../manager/problems';
import { type Language, LOCALES } from '../words/language';
import { WithWords } from '../words/with-words';
import { csvAddress } from './addresses';
import { CourseList } from './course-list';
import { EveningList } from './evening-list';
import type { Listing } from './listing';
import { Narrowed } from './narrowed';
import { ViewSwitch } from './view-switch';
import { WORDS } from './words';

const FIELDS: FilterField[] = ['service', 'course', 'late', 'q'];
const MORE: FilterField[] = ['table', 'kind', 'state', 'leftOut'];

type Props = { asked: Asked; listing: Listing | null; language: Language };

/** History of a branch: every course, or the tables with the worst visits. */
export function HistoryPage(props: Props) {
  return (
    <WithWords words={WORDS}>
      <History {...props} />
    </WithWords>
  );
}

function History({ asked, listing, language }: Props) {
  const words = useTranslations('history');
  const empty = useTranslations('history.empty');
  const { branch } = asked;
  const csv = csvAddress(asked, asked.isAlways || !branch ? null : spanAsked(asked, branch));
  const count = listing && 'count' in listing ? listing.count : null;
  return (
    <>
      <PageHead
        title={words('title')}
        lead={asked.isAlways || !branch ? undefined : daysTextIn(LOCALES[language], asked.days)}
      >
        {branch && (
          <>
            {count !== 0 && (
              <a className={BUTTON} href={csv} download>
                {words('csv', { count: count ?? -1 })}
              </a>
            )}
            <button type="button" className={BUTTON} onClick={() => window.print()}>
              {words('print')}
            </button>
          </>
        )}
      </PageHead>
      <Problems problems={asked.problems} />
      {branch && <FilterBar asked={asked} fields={FIELDS} more={MORE} hasAll={false} />}
      <Narrowed asked={asked} />
      {branch && listing ? (
        <>
          <ViewSwitch by={listing.by} />
          {'mostDays' in listing ? (
            <Empty title={words('tooLong.title')}>{words('tooLong.about', { days: listing.mostDays })}</Empty>
          ) : listing.by === 'course' ? (
            <CourseList
              listing={listing}
              branch={branch}
              isNarrowed={isNarrowed(asked)}
              isOneDay={lengthOf(asked.days) === 1}
            />
          ) : (
            <EveningList listing={listing} branch={branch} isNarrowed={isNarrowed(asked)} />
          )}
        </>
      ) : (
        <Empty title={empty('none')}>{empty('noneAbout')}</Empty>
      )}
    </>
  );
}

function isNarrowed({ choices }: Asked): boolean {
  return Object.values(choices).some((choice) => choice !== null);
}
