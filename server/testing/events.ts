/** Members of a kitchen event that a test sets; the others are those of the published samples. */
export type EventFields = {
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
  /** 3 by default. */
  workplace?: number;
  name?: string;
  abbreviation?: string;
  expected?: number | null;
  actual?: number | null;
};

const ORDER = '5eea25d4-4188-43b8-9a66-8086561d590c';

/** The members of a kitchen event, in the shape of the published samples. */
export function eventMembers(fields: EventFields): Record<string, unknown> {
  const { order = ORDER, year = 2026, number = 85214, course = 3 } = fields;
  return {
    event: {
      eventBlocking: false,
      eventCounter: fields.counter ?? 1,
      eventTimestamp: new Date(fields.at).toISOString(),
    },
    sender: { branchNumber: fields.branch ?? 1, workplaceNumber: fields.workplace ?? 3 },
    ...(fields.cafeteria === undefined ? {} : { cafeteriaOrder: fields.cafeteria }),
    ...(order === null && number === null ? {} : { tableOrder: { orderId: order, year, number } }),
    ...(fields.table === null
      ? {}
      : { table: fields.table ?? { number: 12, subNumber: 2, tableName: 'J. Smith', numberOfGuests: 4 } }),
    course: {
      courseNumber: course,
      name: fields.name ?? 'Mains',
      abbreviation: fields.abbreviation ?? 'MA',
      sequenceNumber: course,
      ...(fields.expected === null ? {} : { expectedPreparationTime: fields.expected ?? 600 }),
      ...(fields.actual === undefined ? {} : { actualPreparationTime: fields.actual }),
    },
  };
}

/** The body of a kitchen event as text. */
export function eventBody(fields: EventFields): string {
  return JSON.stringify(eventMembers(fields));
}
