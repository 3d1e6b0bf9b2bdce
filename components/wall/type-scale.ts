/** A wall as a cook sees it. */
export type Viewing = {
  /** Of the page, in CSS pixels. */
  width: number;
  height: number;
  /** Of the screen, in inches. */
  diagonal: number;
  /** From the cook's eyes, in metres. */
  distance: number;
  /** Steps that somebody chose on top: each is a tenth. */
  zoom: number;
};

/** Capitals of 20 arc-minutes: 11.6 mm for each two metres (features no. 23). */
const CAPITAL_MM_PER_METRE = 2_000 * Math.tan(((20 / 60 / 2) * Math.PI) / 180);
/** Capitals are so much of the size, as the sizes in features no. 23 have it; Archivo's own are 0.686. */
const CAPITAL_OF_SIZE = 0.72;
const MM_PER_INCH = 25.4;
const SMALLEST_PX = 14;

/** The size of plain text on a wall in CSS pixels: what a cook can read from where they stand. */
export function textSize({ width, height, diagonal, distance, zoom }: Viewing): number {
  const size = (CAPITAL_MM_PER_METRE * distance * pixelsPerMm({ width, height, diagonal })) / CAPITAL_OF_SIZE;
  return Math.max(SMALLEST_PX, size * (1 + zoom / 10));
}

/** A hand that reaches for a wall between two pans needs 20 mm (features no. 23); a tablet is held. */
const TOUCH_MM = 20;
const HELD_INCHES = 15;
const SMALLEST_TOUCH_PX = 48;

/** The least side of what is touched, in CSS pixels. */
export function touchSize(viewing: Pick<Viewing, 'width' | 'height' | 'diagonal'>): number {
  const wanted = viewing.diagonal < HELD_INCHES ? 0 : TOUCH_MM * pixelsPerMm(viewing);
  return Math.max(SMALLEST_TOUCH_PX, wanted);
}

function pixelsPerMm({ width, height, diagonal }: Pick<Viewing, 'width' | 'height' | 'diagonal'>): number {
  return Math.hypot(width, height) / (diagonal * MM_PER_INCH);
}

/** How wide and high a card is, in sizes of plain text. */
export const CARD = { width: 10.4, height: 8.4, dense: 6.6, gap: 0.5 } as const;
const BAR_HEIGHT = 2.4;
const BAR_PADDING = 0.3;
/** A wall that is not so wide has its bar in two rows (wall.module.css). */
const NARROW = 36;
const FEW_ROWS = 3;

export type Grid = { columns: number; rows: number };

/** As many cards as fit: layout follows from type. `columns` is what somebody chose, 0 for as many as fit. */
export function gridOf(viewing: Viewing, columns: number, isDense: boolean): Grid {
  const size = textSize(viewing);
  const fits = (room: number, card: number) => Math.max(1, Math.floor((room / size - CARD.gap) / (card + CARD.gap)));
  const barRow = Math.max(BAR_HEIGHT * size, touchSize(viewing) + BAR_PADDING * size);
  const bar = viewing.width / size < NARROW ? 2 * barRow : barRow;
  const rowsOf = (card: number) => fits(viewing.height - bar, card);
  const roomy = rowsOf(CARD.height);
  return {
    columns: columns > 0 ? columns : Math.min(10, fits(viewing.width, CARD.width)),
    // A screen with room for few cards shows more of them, each as high as its text needs.
    rows: isDense || roomy < FEW_ROWS ? rowsOf(CARD.dense) : roomy,
  };
}
