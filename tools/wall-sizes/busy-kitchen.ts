import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../../lib/time-units';

/** The event and the body of a delivery. */
export type PostedEvent = { event: string; body: string };

const EXPECTED_SECONDS = 720;

const COURSES = [
  { courseNumber: 1, name: 'Starters', abbreviation: 'ST', sequenceNumber: 1 },
  { courseNumber: 2, name: 'Mains', abbreviation: 'MA', sequenceNumber: 2 },
  { courseNumber: 3, name: 'Desserts', abbreviation: 'DE', sequenceNumber: 3 },
] as const;
const LONG_COURSE = 'Cheese from the trolley with fig bread';
/** Table names: long, in other scripts, right to left, emoji. */
const NAMES = [
  'de Vries',
  'Familie van Nieuwenhuijzen-Groenendijk, window, two high chairs',
  null,
  '李さん 様 四名 窓際の席',
  '👩‍👩‍👧‍👦🎂🇳🇱 Łukasz',
  'عائلة الأحمد للمناسبات',
  'Garçon–Petit',
];
/** Minutes since the start of courses that are being prepared; 12 are expected. */
const COOKING_MINUTES = [3, 7, 1, 11, 5, 14, 9, 4, 2, 8, 24, 6];
/** One in this many courses is of the counter, is ready, has moved, or follows a course without a serve. */
const COUNTER_EVERY = 6;
const READY_EVERY = 5;
const MOVED_EVERY = 9;
const FORGOTTEN_EVERY = 4;

/**
 * The deliveries of an order whose course `index` is open at `now` (epoch ms). The first 16 have every state, and the
 * longest timer beside the widest table number.
 */
export function openCourse(branch: number, index: number, now: number): PostedEvent[] {
  const isCounter = index % COUNTER_EVERY === COUNTER_EVERY - 1;
  const isReady = index % READY_EVERY === READY_EVERY - 1;
  const hasMoved = index % MOVED_EVERY === MOVED_EVERY - 1;
  const course = COURSES[isCounter ? 1 : index % COURSES.length] ?? COURSES[0];
  const order = { orderId: randomUUID(), year: new Date(now).getUTCFullYear(), number: 40_000 + index };
  const table = {
    number: index === 7 ? 1204 : index + 1,
    ...(index % 7 === 3 ? { subNumber: 12 } : {}),
    numberOfGuests: index === 7 ? 140 : 1 + (index % 8),
    ...(NAMES[index % NAMES.length] ? { tableName: NAMES[index % NAMES.length] } : {}),
  };
  let count = 0;
  const delivery = (event: string, of: (typeof COURSES)[number], minutesAgo: number, at = table): PostedEvent => {
    count += 1;
    const name = index === 12 ? LONG_COURSE : of.name;
    return {
      event,
      body: JSON.stringify({
        event: {
          eventBlocking: false,
          eventCounter: index * 20 + count,
          eventTimestamp: new Date(now - minutesAgo * MINUTE_MS + count).toISOString(),
        },
        sender: { branchNumber: branch, workplaceNumber: 1 },
        ...(isCounter ? { cafeteriaOrder: { ...order, ticketNumber: 100 + index } } : { tableOrder: order, table: at }),
        course: { ...of, name, expectedPreparationTime: EXPECTED_SECONDS },
      }),
    };
  };
  const before = isCounter ? [] : COURSES.filter(({ courseNumber }) => courseNumber < course.courseNumber);
  const cooked = index === 5 ? 55 : (COOKING_MINUTES[index % COOKING_MINUTES.length] ?? 5);
  const start = delivery(
    'kitchenStartCourse',
    course,
    cooked + (isReady ? 8 : 0),
    hasMoved ? { ...table, number: 300 + index } : table,
  );
  const served = before.flatMap((each, place) => {
    const began = 100 - 20 * place;
    const isForgotten = place < before.length - 1 && index % FORGOTTEN_EVERY === 1;
    return [
      delivery('kitchenStartCourse', each, began),
      delivery('kitchenCompleteCourse', each, began - 10),
      ...(isForgotten ? [] : [delivery('kitchenServeCourse', each, began - 12)]),
    ];
  });
  return [
    ...served,
    start,
    ...(hasMoved ? [delivery('kitchenStartCourse', course, cooked)] : []),
    ...(isReady ? [delivery('kitchenCompleteCourse', course, index % 10 === 4 ? 1 : 6)] : []),
  ];
}
