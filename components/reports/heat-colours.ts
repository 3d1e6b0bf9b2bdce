import type { HeatOf } from './report-choices';

const ACCENT = ['bg-accent/6', 'bg-accent/14', 'bg-accent/22', 'bg-accent/31', 'bg-accent font-bold text-on-accent'];
const TROUBLE = ['bg-trouble/6', 'bg-trouble/14', 'bg-trouble/22', 'bg-trouble/31', 'bg-trouble font-bold text-sheet'];

/** Colours of a cell by its step: shades of one colour on the sheet. */
export const HEAT_COLOURS: Readonly<Record<HeatOf, readonly string[]>> = {
  late: TROUBLE,
  median: ACCENT,
  courses: ACCENT,
};

/** A cell with too few courses for a value. */
export const TOO_FEW = 'bg-[repeating-linear-gradient(-45deg,var(--color-line)_0_1px,transparent_1px_6px)]';
