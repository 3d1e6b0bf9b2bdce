const RELATIVE_TOLERANCE = 1e-6;

/** Describes the differences between two trees of figures. Numbers may differ by rounding errors. */
export function differences(reported: unknown, recomputed: unknown, where: string): string[] {
  if (typeof reported === 'number' && typeof recomputed === 'number') {
    const isSame = Math.abs(reported - recomputed) <= RELATIVE_TOLERANCE * Math.max(1, Math.abs(reported));
    return isSame ? [] : [`${where}: reported ${reported}, recomputed ${recomputed}`];
  }
  if (isTree(reported) && isTree(recomputed)) {
    const keys = [...new Set([...Object.keys(reported), ...Object.keys(recomputed)])];
    return keys.flatMap((key) => differences(reported[key], recomputed[key], `${where} / ${key}`));
  }
  return Object.is(reported, recomputed)
    ? []
    : [`${where}: reported ${JSON.stringify(reported)}, recomputed ${JSON.stringify(recomputed)}`];
}

/** Number of leaves in a tree. */
export function countFigures(tree: unknown): number {
  return isTree(tree) ? Object.values(tree).reduce<number>((sum, part) => sum + countFigures(part), 0) : 1;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
