/** A condition of a WHERE clause, and the values of its parameters. */
export type Condition = [sql: string, ...values: (string | number)[]];

/** Orders (alias `o`) with a text in the table's name, or with it as table, order or ticket number. */
export function textCondition(q: string): Condition {
  const like = containing(q);
  return [
    `(o."tableName" LIKE ? ESCAPE '\\' OR o."tableNumber" = ? OR CAST(o."number" AS TEXT) = ? OR CAST(o."ticketNumber" AS TEXT) = ?)`,
    like,
    q,
    q,
    q,
  ];
}

/** A pattern of LIKE with ESCAPE '\', for texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
