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

/** How wide and high a card is, and how far from the next, in sizes of plain text. */
const CARD_WIDTH = 10.4;
const CARD_HEIGHT = 8.4;
export const DENSE_HEIGHT = 6.6;
const GAP = 0.5;
/** The bar, what it has around its buttons, and the title of a lane, as wall.module.css has them. */
const BAR_HEIGHT = 1.95;
const BAR_PADDING = 0.3;
const LANE_TITLE = 0.85;
/** A wall that is not so wide has its bar in two rows (wall.module.css). */
const NARROW = 36;
const FEW_ROWS = 3;

export type Grid = { columns: number; rows: number };

/**
 * As many cards as fit: layout follows from type. `columns` is what somebody chose, 0 for as many as fit; lanes have
 * their titles above the cards.
 */
export function gridOf(viewing: Viewing, columns: number, isDense: boolean, inLanes = false): Grid {
  const size = textSize(viewing);
  const fits = (room: number, card: number) => Math.max(1, Math.floor((room / size - GAP) / (card + GAP)));
  const barRow = Math.max(BAR_HEIGHT * size, touchSize(viewing) + BAR_PADDING * size);
  const bar = viewing.width / size < NARROW ? 2 * barRow : barRow;
  const titles = inLanes ? LANE_TITLE * size : 0;
  const rowsOf = (card: number) => fits(viewing.height - bar - titles, card);
  const roomy = rowsOf(CARD_HEIGHT);
  return {
    columns: columns > 0 ? columns : Math.min(10, fits(viewing.width, CARD_WIDTH)),
    // A screen with room for few cards shows more of them, each as high as its text needs.
    rows: isDense || roomy < FEW_ROWS ? rowsOf(DENSE_HEIGHT) : roomy,
  };
}
