import { MINUTE_MS } from '../../lib/time';
import { type EventFields, eventBody } from './events';
import type { RunningServer } from './running-server';

/** 05:00 in Amsterdam: a business day begins at 04:00. */
const MORNING = Date.UTC(2026, 5, 19, 3);
/** 03:55 in Amsterdam, at the end of the same business day. */
export const NIGHT = Date.UTC(2026, 5, 20, 1, 55);

/** Names of guests, some of them dangerous for spreadsheets or patterns. */
export const GUESTS = [
  'J. Smith',
  '=HYPERLINK("http://x.example","y")',
  '+31 6 12',
  '-1+1',
  '@SUM(A1)',
  '\ttab',
  'quote " and, comma; semicolon',
  'two\r\nlines',
  '😀 Müller',
  '100% sure',
  'under_score',
  "O'Brien",
  'back\\slash',
];

const COURSES = ['ST', 'MA', 'DE'];

/**
 * The deliveries of one business day: 40 orders from breakfast until late at night, a third of them at the counter,
 * with courses that are late, in time, ready, served, and still cooking. Unit: seconds.
 */
function dayOfDeliveries(): { event: string; body: string }[] {
  return Array.from({ length: 40 }, (_, index) => orderOf(index)).flat();
}

function orderOf(index: number): { event: string; body: string }[] {
  const at = MORNING + index * 34 * MINUTE_MS;
  const orderId = `aaaaaaaa-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const isCounter = index % 3 === 0;
  const fields = {
    ...(isCounter
      ? { order: null, number: null, cafeteria: { orderId, year: 2026, number: 6500 + index, ticketNumber: index } }
      : { order: orderId, number: 85_000 + index }),
    table: isCounter
      ? null
      : {
          number: 1 + (index % 7),
          subNumber: 1 + (index % 2),
          tableName: GUESTS[index % GUESTS.length] ?? '',
          numberOfGuests: 2,
        },
  };
  return COURSES.flatMap((abbreviation, course) => {
    const members: Omit<EventFields, 'at'> = {
      ...fields,
      course: course + 1,
      abbreviation,
      name: `Course ${abbreviation}`,
    };
    const expected = course === 2 ? null : 600;
    // Two courses of an order start at the same instant, so that pages end in the middle of it.
    const start = at + (course === 2 ? 5 * MINUTE_MS : 0);
    const ready = start + (8 + (index % 5) * 3) * MINUTE_MS;
    const steps = [{ event: 'kitchenStartCourse', body: eventBody({ ...members, expected, at: start }) }];
    if ((index + course) % 4 > 0)
      steps.push({ event: 'kitchenCompleteCourse', body: eventBody({ ...members, expected, at: ready, actual: 500 }) });
    if ((index + course) % 4 > 1)
      steps.push({ event: 'kitchenServeCourse', body: eventBody({ ...members, at: ready + 2 * MINUTE_MS }) });
    return steps;
  });
}

/** Posts the day to a server whose clock is stopped at the end of it. */
export async function playDay(server: RunningServer): Promise<void> {
  server.setNow(NIGHT);
  await server.command('setting set', { key: 'posTimeUnit', value: 'seconds' });
  await postAll(server, dayOfDeliveries());
}

/** Posts deliveries, 200 at a time. */
export async function postAll(server: RunningServer, deliveries: { event: string; body: string }[]): Promise<void> {
  for (let from = 0; from < deliveries.length; from += 200) {
    const some = deliveries.slice(from, from + 200);
    const replies = await Promise.all(some.map(({ event, body }) => server.post(event, body)));
    const bad = replies.find(({ status }) => status !== 200);
    if (bad) throw new Error(`a delivery was answered ${bad.status}: ${await bad.text()}`);
  }
}
