import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../../lib/time';
import { eventBody } from '../../server/testing/events';

/** The event and the body of a delivery. */
type PostedEvent = { event: string; body: string };

const EXPECTED_SECONDS = 720;

const COURSES = [
  { course: 1, name: 'Starters', abbreviation: 'ST' },
  { course: 2, name: 'Mains', abbreviation: 'MA' },
  { course: 3, name: 'Desserts', abbreviation: 'DE' },
] as const;
const LONG_COURSE = 'Cheese from the trolley with fig bread';
/** Table names: long, in other scripts, right to left, emoji. */
const NAMES = [
  'de Vries',
  'Familie van Nieuwenhuijzen-Groenendijk, window, two high chairs',
  null,
  '李さん 様 四名 窓際の席',
  '👩‍👩‍👧‍👦🎂🇳🇱 Łukasz',
  'عائلة الأحمد للمناسبات',
  'Garçon–Petit',
];
/** Minutes since the start of courses that are being prepared; 12 are expected. */
const COOKING_MINUTES = [3, 7, 1, 11, 5, 14, 9, 4, 2, 8, 24, 6];
/** One in this many courses is of the counter, is ready, has moved, or follows a course without a serve. */
const COUNTER_EVERY = 6;
const READY_EVERY = 5;
const MOVED_EVERY = 9;
const FORGOTTEN_EVERY = 4;

/** Figures of a wall in a browser. */
export type WallFigures = {
  cards: number;
  /** Number of hidden cards, as shown below the cards. */
  more: number;
  look: string;
  /** Height of the smallest capitals of tables, timers and courses, in arc-minutes. */
  main: number;
  /** The same of all text on the wall. */
  smallest: number;
  /** Text that overlaps other text, overflows its card, or is cut although it must not be. */
  faults: string[];
};

/** Cap height of Archivo as a share of the type size, from the font file. */
const CAPITAL_OF_SIZE = 0.6875;
const MM_PER_INCH = 25.4;

/** Selectors of the parts that are measured; `main` and `whole` are inside a card. */
export type Parts = {
  card: string;
  bar: string;
  strip: string;
  /** Must be readable from a distance. */
  main: string;
  /** Must not be cut. */
  whole: string;
};

const WALL: Parts = {
  card: '[data-ticket]',
  bar: 'main > header',
  strip: 'main > footer > button',
  main: 'h2, [role=timer], [data-course]',
  whole: 'h2, [role=timer] > span',
};

/** In CSS pixels of the window. */
type Frame = { left: number; right: number; top: number; bottom: number };

/** The visible part of a line of text. */
type Line = Frame & {
  text: string;
  /** Text with an ellipsis has several lines of one node. */
  node: number;
  /** Type size in CSS pixels. */
  size: number;
  /** Whether it is in one of the `main` parts. */
  isMain: boolean;
  /** Whether much of its height is hidden. */
  isCutAcross: boolean;
};

/** A card, the bar or the strip, with its lines. */
type Area = { name: string; frame: Frame; lines: Line[] };

/** Fractions of a pixel are invisible. */
const TOLERANCE = 1;

/** Measures text boxes and sizes of a wall with this diagonal in inches, read from this distance in metres. */
export async function readWall(page: Page, diagonal: number, metres: number, parts = WALL): Promise<WallFigures> {
  // tsx wraps functions in a helper that does not exist in the page.
  await page.evaluate('globalThis.__name ??= (named) => named');
  const { cards, bar, strip, more, look, width, height, cut } = await page.evaluate(readAreas, parts);
  const mmPerPixel = (diagonal * MM_PER_INCH) / Math.hypot(width, height);
  const smallest = (lines: Line[]) => {
    const pixels = Math.min(...lines.map(({ size }) => size));
    return 2 * Math.atan((pixels * CAPITAL_OF_SIZE * mmPerPixel) / (2 * metres * 1000)) * (180 / Math.PI) * 60;
  };
  const board = { left: 0, top: 0, right: width, bottom: strip?.frame.top ?? height };
  const areas = [...cards, ...(bar ? [bar] : []), ...(strip ? [strip] : [])];
  const lines = areas.flatMap((area) => area.lines);
  return {
    cards: cards.length,
    more,
    look,
    main: smallest(cards.flatMap((card) => card.lines).filter(({ isMain }) => isMain)),
    smallest: smallest(lines),
    faults: [
      ...areas.flatMap(faultsIn),
      ...cut.map((text) => `"${text}" is cut`),
      ...cards.filter(({ frame }) => !isInside(frame, board)).map(({ name }) => `${name}: outside the board`),
    ],
  };
}

function faultsIn({ name, frame, lines }: Area): string[] {
  const cutAcross = lines.filter(({ isCutAcross }) => isCutAcross).map(({ text }) => `"${text}" is cut across`);
  const overflowing = lines.filter((line) => !isInside(line, frame)).map(({ text }) => `${name}: "${text}" overflows`);
  const overlapping = lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => other.node !== one.node && doOverlap(one, other))
      .map((other) => `${name}: "${one.text}" over "${other.text}"`),
  );
  return [...cutAcross, ...overflowing, ...overlapping];
}

function isInside(inner: Frame, outer: Frame): boolean {
  return (
    inner.left >= outer.left - TOLERANCE &&
    inner.right <= outer.right + TOLERANCE &&
    inner.top >= outer.top - TOLERANCE &&
    inner.bottom <= outer.bottom + TOLERANCE
  );
}

function doOverlap(one: Frame, other: Frame): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > TOLERANCE && down > TOLERANCE;
}

/** Runs in the page, so it uses nothing else of this file. */
function readAreas(parts: Parts) {
  const canvas = document.createElement('canvas').getContext('2d');
  let nodes = 0;

  /** The top and bottom of the drawn glyphs, which are smaller than the line's box. */
  const textBounds = (line: DOMRect, text: string, style: CSSStyleDeclaration) => {
    if (!canvas) throw new Error('no canvas');
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const shown = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
    const { actualBoundingBoxAscent, actualBoundingBoxDescent, fontBoundingBoxAscent, fontBoundingBoxDescent } =
      canvas.measureText(shown);
    const share = fontBoundingBoxAscent / (fontBoundingBoxAscent + fontBoundingBoxDescent);
    const base = line.top + share * line.height;
    return { top: base - actualBoundingBoxAscent, bottom: base + actualBoundingBoxDescent };
  };

  /** The part of a box that no element between `part` and `place` hides; null for text for screen readers only. */
  const visible = (box: Frame, part: Element, place: Element): Frame | null => {
    const seen = { ...box };
    for (let above: Element | null = part; above && above !== place; above = above.parentElement) {
      const { overflow, clipPath } = getComputedStyle(above);
      if (clipPath !== 'none') return null;
      if (overflow === 'visible') continue;
      const frame = above.getBoundingClientRect();
      seen.left = Math.max(seen.left, frame.left);
      seen.right = Math.min(seen.right, frame.right);
      seen.top = Math.max(seen.top, frame.top);
      seen.bottom = Math.min(seen.bottom, frame.bottom);
    }
    return seen.right - seen.left <= 2 || seen.bottom - seen.top <= 2 ? null : seen;
  };

  const linesIn = (place: Element): Line[] => {
    const found: Line[] = [];
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      nodes += 1;
      const part = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!part || text === '' || !part.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const style = getComputedStyle(part);
      if (style.color === 'rgba(0, 0, 0, 0)') continue; // for screen readers only
      for (const line of range.getClientRects()) {
        const whole = { left: line.left, right: line.right, ...textBounds(line, text, style) };
        const seen = visible(whole, part, place);
        if (!seen) continue;
        // Glyphs of other scripts may be taller than the line, so only larger cuts are faults.
        const isCutAcross = seen.bottom - seen.top < (whole.bottom - whole.top) * 0.7;
        const isMain = part.closest(parts.main) !== null;
        found.push({ ...seen, text, node: nodes, size: Number.parseFloat(style.fontSize), isMain, isCutAcross });
      }
    }
    return found;
  };

  const areaOf = (place: Element, name: string): Area => {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    return { name, frame: { left, right, top, bottom }, lines: linesIn(place) };
  };
  const cards = [...document.querySelectorAll(parts.card)];
  const bar = document.querySelector(parts.bar);
  const strip = document.querySelector(parts.strip);
  return {
    cards: cards.map((card) => areaOf(card, card.querySelector('h2')?.textContent ?? '?')),
    bar: bar && areaOf(bar, 'bar'),
    strip: strip && areaOf(strip, 'strip'),
    /** Text that must not be cut, and is. */
    cut: cards
      .flatMap((card) => [...card.querySelectorAll(parts.whole)])
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.textContent),
    more: Number.parseInt(strip?.textContent?.replace('+', '') ?? '0', 10),
    look: document.querySelector('main')?.dataset['look'] ?? '?',
    width: innerWidth,
    height: innerHeight,
  };
}

/**
 * The deliveries of an order whose course `index` is open at `now` (epoch ms). The first 16 have every state, and the
 * longest timer beside the widest table number.
 */
export function openCourse(branch: number, index: number, now: number): PostedEvent[] {
  const isCounter = index % COUNTER_EVERY === COUNTER_EVERY - 1;
  const isReady = index % READY_EVERY === READY_EVERY - 1;
  const hasMoved = index % MOVED_EVERY === MOVED_EVERY - 1;
  const course = COURSES[isCounter ? 1 : index % COURSES.length] ?? COURSES[0];
  const order = { orderId: randomUUID(), year: new Date(now).getUTCFullYear(), number: 40_000 + index };
  const tableName = NAMES[index % NAMES.length];
  const table = {
    number: index === 7 ? 1204 : index + 1,
    ...(index % 7 === 3 ? { subNumber: 12 } : {}),
    numberOfGuests: index === 7 ? 140 : 1 + (index % 8),
    ...(tableName ? { tableName } : {}),
  };
  let count = 0;
  const delivery = (event: string, of: (typeof COURSES)[number], minutesAgo: number, at = table): PostedEvent => {
    count += 1;
    const name = index === 12 ? LONG_COURSE : of.name;
    return {
      event,
      body: eventBody({
        ...{ at: now - minutesAgo * MINUTE_MS + count, branch, counter: index * 20 + count },
        ...(isCounter
          ? { order: null, number: null, table: null, cafeteria: { ...order, ticketNumber: 100 + index } }
          : { order: order.orderId, year: order.year, number: order.number, table: at }),
        ...{ course: of.course, name, abbreviation: of.abbreviation, expected: EXPECTED_SECONDS },
      }),
    };
  };
  const before = isCounter ? [] : COURSES.filter((each) => each.course < course.course);
  const cooked = index === 5 ? 55 : (COOKING_MINUTES[index % COOKING_MINUTES.length] ?? 5);
  const start = delivery(
    'kitchenStartCourse',
    course,
    cooked + (isReady ? 8 : 0),
    hasMoved ? { ...table, number: 300 + index } : table,
  );
  const served = before.flatMap((each, place) => {
    const began = 100 - 20 * place;
    const isForgotten = place < before.length - 1 && index % FORGOTTEN_EVERY === 1;
    return [
      delivery('kitchenStartCourse', each, began),
      delivery('kitchenCompleteCourse', each, began - 10),
      ...(isForgotten ? [] : [delivery('kitchenServeCourse', each, began - 12)]),
    ];
  });
  return [
    ...served,
    start,
    ...(hasMoved ? [delivery('kitchenStartCourse', course, cooked)] : []),
    ...(isReady ? [delivery('kitchenCompleteCourse', course, index % 10 === 4 ? 1 : 6)] : []),
  ];
}
