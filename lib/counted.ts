/** A number with its noun: `1 delivery`, `2 deliveries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
