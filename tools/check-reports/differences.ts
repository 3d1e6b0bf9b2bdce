const SLACK = 1e-6;

/** Where two trees of figures differ, in words. Numbers may differ by what is lost in adding them up. */
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

/** How many figures a tree holds. */
export function figuresIn(tree: unknown): number {
  return isTree(tree) ? Object.values(tree).reduce<number>((sum, part) => sum + figuresIn(part), 0) : 1;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
