import { CoursePage } from '../../../../components/history/course-page';
import { pageReader } from '../../../../server/read/page-reader';
import type { SearchParams } from '../../../request';
import { office } from '../../office';

const TICKET_ID = /^(\d{1,15})-(-?\d{1,10})-(\d{1,6})$/;

/** All that is known of a course, and the evening of its table. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { asked, query } = await office('/manager/history/course', searchParams, {
    period: 'last-7',
    mayAskAll: false,
  });
  const { branch } = asked;
  const [, orderKey, courseNumber, round] = (TICKET_ID.exec(query.get('id') ?? '') ?? []).map(Number);
  const isCourse = orderKey !== undefined && courseNumber !== undefined && round !== undefined;
  const story =
    branch && isCourse
      ? await pageReader().read('course', {
          branch: branch.number,
          orderKey,
          courseNumber,
          round,
          now: branch.now,
        })
      : null;
  return <CoursePage asked={asked} story={story} />;
}
