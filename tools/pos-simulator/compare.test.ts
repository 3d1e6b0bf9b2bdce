import { describe, expect, it } from 'vitest';
import type { TruthCourse } from './generate-service';
import type { HistoryCourse } from './history-courses';
import { compareCourses } from './truth';

const course: TruthCourse = {
  branch: 1,
  orderKind: 'table',
  orderId: '1E0C42E6-5071-40ee-a360-c922f7cabb02',
  orderNumber: 85_203,
  ticketNumber: null,
  table: { number: 3, subNumber: 1, tableName: 'Familie Jansen', numberOfGuests: 6 },
  courseNumber: 1,
  round: 1,
  startedAt: '2026-06-19T15:32:01.969Z',
  readyAt: '2026-06-19T15:35:11.788Z',
  servedAt: null,
  expectedSeconds: 240,
  measuredSeconds: 189.819,
};

const reported: HistoryCourse = {
  orderId: '1e0c42e6-5071-40ee-a360-c922f7cabb02',
  courseNumber: 1,
  round: 1,
  startedAt: '2026-06-19T15:32:01.969Z',
  readyAt: '2026-06-19T15:35:11.788Z',
  servedAt: null,
  tableNumber: '3',
};

const name = 'order 1e0c42e6-5071-40ee-a360-c922f7cabb02, course 1, round 1';

describe('compareCourses: the expected courses against the history', () => {
  it('agrees if everything is equal but the case of the expected order ids', () => {
    expect(compareCourses([course], [reported])).toEqual({ total: 1, agree: 1, extra: 0, differences: [] });
  });

  it.each([
    [{ startedAt: null }, 'started unknown instead of 2026-06-19T15:32:01.969Z'],
    [{ readyAt: '2026-06-19T15:35:11.789Z' }, 'ready 2026-06-19T15:35:11.789Z instead of 2026-06-19T15:35:11.788Z'],
    [{ servedAt: '2026-06-19T15:40:00.000Z' }, 'served 2026-06-19T15:40:00.000Z instead of unknown'],
    [{ tableNumber: '4' }, 'table 4 instead of 3'],
    [{ tableNumber: null }, 'table unknown instead of 3'],
  ])('reports the difference: %j', (change, difference) => {
    const { agree, differences } = compareCourses([course], [{ ...reported, ...change }]);
    expect(agree).toBe(0);
    expect(differences).toEqual([`${name}: ${difference}`]);
  });

  it('reports missing, extra and repeated courses', () => {
    expect(compareCourses([course], [])).toMatchObject({ agree: 0, extra: 0, differences: [`${name}: missing`] });
    expect(compareCourses([], [reported])).toMatchObject({ extra: 1, differences: [`${name}: not in the truth`] });
    expect(compareCourses([course], [reported, reported])).toMatchObject({
      agree: 1,
      extra: 1,
      differences: [`${name}: reported twice`],
    });
  });

  it('rejects an order id that the history reports in upper case (F2)', () => {
    const upperCase = { ...reported, orderId: course.orderId };
    expect(compareCourses([course], [upperCase])).toMatchObject({ agree: 0, extra: 1 });
  });
});
