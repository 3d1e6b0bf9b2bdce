const SLACK = 1e-6;

/** Differences between two trees of figures, as texts. Numbers may differ by rounding errors of sums. */
export function differences(found: unknown, again: unknown, where: string): string[] {
  if (typeof found === 'number' && typeof again === 'number') {
    const isSame = Math.abs(found - again) <= SLACK * Math.max(1, Math.abs(found));
    return isSame ? [] : [`${where}: reported ${found}, recomputed ${again}`];
  }
  if (isTree(found) && isTree(again)) {
    const keys = [...new Set([...Object.keys(found), ...Object.keys(again)])];
    return keys.flatMap((key) => differences(found[key], again[key], `${where} / ${key}`));
  }
  return Object.is(found, again)
    ? []
    : [`${where}: reported ${JSON.stringify(found)}, recomputed ${JSON.stringify(again)}`];
}

/** Number of figures in a tree. */
export function figuresIn(tree: unknown): number {
  return isTree(tree) ? Object.values(tree).reduce<number>((sum, part) => sum + figuresIn(part), 0) : 1;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
