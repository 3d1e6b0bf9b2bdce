import { expect, test } from 'vitest';
import { viewTable } from './table';
import { at, completed, desserts, mains, namedCourse, served, started, starters, table } from './testing/facts';
import { another, closes, parties, reading, seated, view } from './testing/seated';

const smith = { table: table('12', { name: 'Smith', guests: 4 }) };
const jones = { ...another(2), table: table('12', { name: 'Jones', guests: 2 }) };

test('[F7b][F8] a view has the status, since when, the party, the courses and the next change of a table', () => {
  const order = [
    served('18:00', { course: starters, ...smith }),
    started('18:10', { expectedRaw: 600 }),
    completed('18:19'),
  ];

  expect(view(at('18:20'), [order])).toEqual({
    status: 'ORDER-READY-TO-BE-SERVED',
    since: '18:19',
    name: 'Smith',
    guests: 4,
    courses: ['ST COMPLETED', 'MA READYFORPICKUP'],
    firstCourseAt: '18:00',
    lastFoodAt: '18:00',
    parties: ['Smith'],
    changesAt: '18:23',
  });
  expect(view(at('18:23'), [order])).toMatchObject({
    status: 'TAKEN-AND-ACTION-REQUIRED',
    since: '18:23',
    changesAt: '18:34',
  });
});

test('[F7b] since is when the status began, not its latest reason', () => {
  const order = [started('18:00', { course: starters }), started('18:05'), served('18:10', { course: starters })];

  expect(view(at('18:11'), [order])).toMatchObject({ status: 'TAKEN', since: '18:00' });
});

test('[F7b] an order is at its table for the turn-over time after its last serve, half-open', () => {
  const order = [started('18:00', smith), served('18:10', { course: starters, ...smith }), served('18:20', smith)];

  expect(view(at('19:04:59.999'), [order])).toMatchObject({ status: 'TAKEN', name: 'Smith', changesAt: '19:05' });
  expect(view(at('19:05'), [order])).toEqual({
    status: 'OPEN',
    since: '19:05',
    name: null,
    guests: null,
    courses: [],
    firstCourseAt: null,
    lastFoodAt: null,
    parties: [],
    changesAt: null,
  });
});

test('[F7b] an order stays at its table while one course is open, with all its courses and its last food', () => {
  const order = [served('18:00', { course: starters }), started('18:30')];

  expect(view(at('21:00'), [order])).toMatchObject({
    courses: ['ST COMPLETED', 'MA STARTED'],
    lastFoodAt: '18:00',
    changesAt: '22:30',
  });
  expect(view(at('22:30'), [order])).toMatchObject({ status: 'OPEN', since: '22:30', courses: [], lastFoodAt: null });
});

test('[F7b] the dots are the newest round of each course, sorted by sequence or else by number', () => {
  const last = namedCourse({ number: 1, name: 'Coffee', abbreviation: 'CO', sequence: 9 });
  const unnumbered = namedCourse({ number: 5, name: 'Cheese', abbreviation: 'CH', sequence: null });
  const order = [
    served('18:00', { course: last }),
    served('18:01', { course: unnumbered }),
    served('18:02', { course: desserts }),
    completed('18:03', { course: mains }),
    started('18:04:01', { course: mains }),
  ];

  expect(view(at('18:05'), [order]).courses).toEqual(['MA STARTED', 'DE COMPLETED', 'CH COMPLETED', 'CO COMPLETED']);

  const other = [served('18:00', { course: unnumbered }), served('18:01', { course: last })];
  expect(view(at('18:05'), [other]).courses).toEqual(['CH COMPLETED', 'CO COMPLETED']);
});

test('[F7b] the last food is the newest serve of any course', () => {
  const order = [
    started('18:00', { course: starters }),
    started('18:01'),
    completed('18:08'),
    served('18:10'),
    served('18:20', { course: starters }),
    started('18:21', { course: desserts }),
  ];

  expect(view(at('18:22'), [order]).lastFoodAt).toBe('18:20');
  expect(view(at('18:12'), [[served('18:05', { course: starters }), ...order.slice(1, 4)]]).lastFoodAt).toBe('18:10');
});

test('[F7b] the first course is the earliest one of the orders at the table, even if it was served long ago', () => {
  const first = [served('18:20', { course: starters }), started('18:50'), started('18:05', { course: starters })];

  expect(view(at('19:30'), [first]).firstCourseAt).toBe('18:05');
  expect(view(at('19:30'), [first, [started('18:40', jones)]]).firstCourseAt).toBe('18:05');
  expect(view(at('19:30'), [[completed('18:20', { course: starters }), started('18:50')]]).firstCourseAt).toBe('18:20');
  // The first course of an order that has left no longer counts.
  expect(view(at('19:30'), [[served('18:10', smith)], [started('19:20', jones)]]).firstCourseAt).toBe('19:20');
});

test('[F7b] the dot of a course is its newest round even if an older one is open', () => {
  const order = [completed('18:00'), started('18:02'), completed('18:05'), served('18:06')];

  expect(view(at('18:07'), [order]).courses).toEqual(['MA READYFORPICKUP']);
  expect(view(at('18:07'), [[served('18:00'), started('18:02'), completed('18:05')]]).courses).toEqual([
    'MA READYFORPICKUP',
  ]);
});

test('[F7b] a table with two orders shows the dots of both, and the party of the one with the newest fact', () => {
  const first = [started('18:00', smith), served('18:10', smith)];
  const second = [started('18:05', jones)];

  expect(view(at('18:12'), [first, second])).toMatchObject({ name: 'Smith', guests: 4, lastFoodAt: '18:10' });
  expect(view(at('18:12'), [first, [...second, completed('18:11', jones)]])).toMatchObject({
    name: 'Jones',
    guests: 2,
    courses: ['MA READYFORPICKUP', 'MA COMPLETED'],
  });
});

test('[F7b] a table shows the party of the other order when one of two has left', () => {
  const first = [started('18:00', smith)];
  const second = [served('18:30', jones)];

  expect(view(at('18:31'), [first, second])).toMatchObject({ name: 'Jones', changesAt: '19:15' });
  expect(view(at('19:15'), [first, second])).toMatchObject({ name: 'Smith', lastFoodAt: null, changesAt: '22:00' });
});

test('[F7b] the next change may be the party alone', () => {
  const reader = { ...reading, limitsOf: () => ({ ...reading.limitsOf(1), fallbackLateMs: 24 * 3_600_000 }) };
  const orders = seated([[started('18:00', smith)], [served('18:30', jones)]]);

  expect(viewTable(orders, at('18:30'), at('18:31'), reader, closes)).toMatchObject({
    status: 'TABLE-STATUS-TAKEN',
    changesAt: at('19:15'),
  });
});

test('[F1] two orders with facts at the same instant give the same view independently of arrival', () => {
  const cafeteria = { order: { ...jones.order, kind: 'cafeteria' as const, orderId: null } };
  const orders = [
    [started('18:00', smith)],
    [started('18:00', { ...jones, order: { ...jones.order, orderId: null } }), completed('18:01')],
    [started('18:00', { ...cafeteria, table: table('12', { name: 'Counter' }) }), completed('18:01')],
  ].map((facts) => facts.map((fact) => ({ ...fact, order: facts[0]?.order ?? fact.order })));

  expect(view(at('18:02'), orders.toReversed())).toEqual(view(at('18:02'), orders));
});

test('[F7b] a table whose only order moved away is OPEN since then and empty', () => {
  expect(view(at('18:30'), [], at('18:12'))).toEqual({
    status: 'OPEN',
    since: '18:12',
    name: null,
    guests: null,
    courses: [],
    firstCourseAt: null,
    lastFoodAt: null,
    parties: [],
    changesAt: null,
  });
});

test('[F7b] a table whose last order moved away after an earlier one had gone is OPEN since the move', () => {
  const gone = [served('17:00', smith)];

  expect(view(at('18:30'), [gone], at('18:12'))).toMatchObject({ status: 'OPEN', since: '18:12' });
  expect(view(at('18:30'), [gone], at('17:20'))).toMatchObject({ status: 'OPEN', since: '17:45' });
});

test('[F4e] a much later second serve does not change the table', () => {
  const once = [served('18:00', { course: starters }), started('18:00'), served('18:10')];

  expect(view(at('19:30'), [[...once, served('19:10')]])).toEqual(view(at('19:30'), [once]));
});

test('[F7b] an order leaves when another begins at its table, so a new party inherits nothing', () => {
  const first = [started('18:00', { course: starters, ...smith }), served('18:20', { course: starters, ...smith })];
  const second = [started('18:30', jones)];

  expect(view(at('18:31'), [first, second])).toMatchObject({
    since: '18:30',
    name: 'Jones',
    guests: 2,
    courses: ['MA STARTED'],
    firstCourseAt: '18:30',
    lastFoodAt: null,
    parties: ['Jones'],
  });
  expect(view(at('18:29'), [first])).toMatchObject({ parties: ['Smith'], since: '18:20' });
});

test('[F7b] a table with two orders has two parties, each with its own clocks and dots', () => {
  const first = [served('18:10', { course: starters, ...smith }), started('18:20', smith)];
  const second = [served('18:25', { course: starters, ...jones }), started('18:28', { course: desserts, ...jones })];

  expect(parties(at('18:30'), [second, first])).toEqual([
    { name: 'Smith', guests: 4, courses: ['ST', 'MA'], firstCourseAt: '18:10', lastFoodAt: '18:10' },
    { name: 'Jones', guests: 2, courses: ['ST', 'DE'], firstCourseAt: '18:25', lastFoodAt: '18:25' },
  ]);
});

test('[F7b] an order that left returns with its next course and its own clocks', () => {
  const first = [served('18:10', { course: starters, ...smith }), started('18:50', smith)];
  const second = [started('18:30', jones)];

  expect(parties(at('18:40'), [[served('18:10', { course: starters, ...smith })], second])).toMatchObject([
    { name: 'Jones' },
  ]);
  expect(parties(at('18:51'), [first, second])).toMatchObject([
    { name: 'Smith', lastFoodAt: '18:10' },
    { name: 'Jones', lastFoodAt: null },
  ]);
});

test('[F7b] an order that moved is seated at its new table from the move', () => {
  const before = [started('18:00', smith), served('19:00', smith)];
  const moved = [
    served('18:30', { ...jones, course: starters, table: table('7', { name: 'Jones', guests: 2 }) }),
    started('19:10', jones),
  ];

  expect(view(at('19:11'), [before, moved])).toMatchObject({ parties: ['Jones'], since: '19:10' });
});

test('[F7b][F22b] an order leaves too if all its open courses are presumed served', () => {
  const forgotten = [completed('18:10', smith), served('18:11', { course: starters, ...smith })];
  const second = [started('18:20', jones)];

  expect(view(at('18:23'), [forgotten, second]).parties).toEqual(['Smith', 'Jones']);
  expect(view(at('18:24'), [forgotten, second]).parties).toEqual(['Jones']);
  expect(view(at('18:25'), [forgotten, [started('18:25', jones)]]).parties).toEqual(['Jones']);
});
