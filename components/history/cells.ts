/** Styles of list cells. */
export const HEAD_CELL = 'px-2 py-2 text-left align-bottom font-semibold text-sm text-text-quiet';
export const CELL = 'px-2 py-2 align-top';
export const NUMBER_CELL = `${CELL} text-right tabular-nums whitespace-nowrap`;
/** A row that is covered by its link. */
export const ROW = 'relative border-line border-b hover:bg-shade print:break-inside-avoid';
