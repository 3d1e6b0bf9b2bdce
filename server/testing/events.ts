/** Members of a kitchen event that a test sets; the others are those of the published samples. */
export type EventWords = {
  /** Epoch ms. */
  at: number;
  branch?: number;
  counter?: number;
  order?: string | null;
  year?: number | null;
  number?: number | null;
  cafeteria?: { orderId?: string | null; year?: number; number?: number; ticketNumber?: number } | null;
  table?: { number: number | string; subNumber?: number | string; tableName?: string; numberOfGuests?: number } | null;
  course?: number;
  name?: string;
  abbreviation?: string;
  expected?: number | null;
  actual?: number | null;
};

export type KitchenEvent = 'kitchenStartCourse' | 'kitchenCompleteCourse' | 'kitchenServeCourse';

const ORDER = '5eea25d4-4188-43b8-9a66-8086561d590c';

/** The members of a kitchen event, in the shape of the published samples. */
export function eventMembers(words: EventWords): Record<string, unknown> {
  const { order = ORDER, year = 2026, number = 85214, course = 3 } = words;
  return {
    event: { eventBlocking: false, eventCounter: words.counter ?? 1, eventTimestamp: new Date(words.at).toISOString() },
    sender: { branchNumber: words.branch ?? 1, workplaceNumber: 3 },
    ...(words.cafeteria === undefined ? {} : { cafeteriaOrder: words.cafeteria }),
    ...(order === null && number === null ? {} : { tableOrder: { orderId: order, year, number } }),
    ...(words.table === null
      ? {}
      : { table: words.table ?? { number: 12, subNumber: 2, tableName: 'J. Smith', numberOfGuests: 4 } }),
    course: {
      courseNumber: course,
      name: words.name ?? 'Mains',
      abbreviation: words.abbreviation ?? 'MA',
      sequenceNumber: course,
      ...(words.expected === null ? {} : { expectedPreparationTime: words.expected ?? 600 }),
      ...(words.actual === undefined ? {} : { actualPreparationTime: words.actual }),
    },
  };
}

/** The body of a kitchen event as text. */
export function eventBody(words: EventWords): string {
  return JSON.stringify(eventMembers(words));
}
