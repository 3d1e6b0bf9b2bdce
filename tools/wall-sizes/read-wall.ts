import type { Page } from '@playwright/test';

/** Figures of a wall in a browser. */
export type WallFigures = {
  cards: number;
  /** Number of hidden cards, as shown below the cards. */
  more: number;
  look: string;
  /** Height of the smallest capitals of tables, timers, courses, and of everything on the wall, in arc-minutes. */
  main: number;
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
  strip: 'main > button',
  main: 'h2, [role=timer], [data-course]',
  whole: 'h2, [role=timer] > span',
};

/** Measures text boxes and sizes of a wall with this diagonal in inches, read from this distance in metres. */
export async function readWall(page: Page, diagonal: number, metres: number, parts = WALL): Promise<WallFigures> {
  // tsx wraps functions in a helper that does not exist in the page.
  await page.evaluate('globalThis.__name ??= (named) => named');
  const { main, smallest, width, height, ...figures } = await page.evaluate(readBoxes, parts);
  const mmPerPixel = (diagonal * MM_PER_INCH) / Math.hypot(width, height);
  const arcMinutes = (pixels: number) =>
    2 * Math.atan((pixels * CAPITAL_OF_SIZE * mmPerPixel) / (2 * metres * 1000)) * (180 / Math.PI) * 60;
  return { ...figures, main: arcMinutes(main), smallest: arcMinutes(smallest) };
}

/** Runs in the page. */
function readBoxes(parts: Parts) {
  type Box = {
    node: Node;
    text: string;
    left: number;
    right: number;
    top: number;
    bottom: number;
    size: number;
    part: Element;
  };
  /** Fractions of a pixel are invisible. */
  const TOLERANCE = 1;
  const canvas = document.createElement('canvas').getContext('2d');
  const faults: string[] = [];

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

  const boxesIn = (place: Element): Box[] => {
    const found: Box[] = [];
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const part = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!part || text === '' || !part.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const style = getComputedStyle(part);
      if (style.color === 'rgba(0, 0, 0, 0)') continue; // for screen readers only
      for (const line of range.getClientRects()) {
        const box = { left: line.left, right: line.right, ...textBounds(line, text, style) };
        const whole = { ...box };
        let isForReaders = false;
        for (let above: Element | null = part; above && above !== place; above = above.parentElement) {
          const { overflow, clipPath } = getComputedStyle(above);
          if (clipPath !== 'none') isForReaders = true;
          if (overflow === 'visible') continue;
          const frame = above.getBoundingClientRect();
          box.left = Math.max(box.left, frame.left);
          box.right = Math.min(box.right, frame.right);
          box.top = Math.max(box.top, frame.top);
          box.bottom = Math.min(box.bottom, frame.bottom);
        }
        if (isForReaders || box.right - box.left <= 2 || box.bottom - box.top <= 2) continue;
        // Glyphs of other scripts may be taller than the line, so only larger cuts are faults.
        if (box.bottom - box.top < (whole.bottom - whole.top) * 0.7) faults.push(`"${text}" is cut across`);
        found.push({ node, text, ...box, size: Number.parseFloat(style.fontSize), part });
      }
    }
    return found;
  };

  const look = (name: string, place: Element): Box[] => {
    const frame = place.getBoundingClientRect();
    const boxes = boxesIn(place);
    for (const { text, left, right, top, bottom } of boxes)
      if (
        left < frame.left - TOLERANCE ||
        right > frame.right + TOLERANCE ||
        top < frame.top - TOLERANCE ||
        bottom > frame.bottom + TOLERANCE
      )
        faults.push(`${name}: "${text}" overflows`);
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        // Text with an ellipsis has several boxes.
        if (other.node === one.node) continue;
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (across > TOLERANCE && down > TOLERANCE) faults.push(`${name}: "${one.text}" over "${other.text}"`);
      }
    return boxes;
  };

  const cards = [...document.querySelectorAll(parts.card)];
  const bar = document.querySelector(parts.bar);
  const strip = document.querySelector(parts.strip);
  const all: Box[] = [];
  const mains: Box[] = [];
  for (const card of cards) {
    const boxes = look(card.querySelector('h2')?.textContent ?? '?', card);
    all.push(...boxes);
    mains.push(...boxes.filter(({ part }) => part.closest(parts.main)));
    for (const part of card.querySelectorAll(parts.whole))
      if (part.scrollWidth > part.clientWidth + TOLERANCE) faults.push(`"${part.textContent}" is cut`);
    const { left, right, top, bottom } = card.getBoundingClientRect();
    if (
      left < 0 ||
      top < 0 ||
      right > innerWidth + TOLERANCE ||
      bottom > (strip?.getBoundingClientRect().top ?? innerHeight) + TOLERANCE
    )
      faults.push(`${card.querySelector('h2')?.textContent}: outside the board`);
  }
  if (bar) all.push(...look('bar', bar));
  if (strip) all.push(...look('strip', strip));
  const smallest = (boxes: Box[]) => Math.min(...boxes.map(({ size }) => size));
  return {
    cards: cards.length,
    more: Number.parseInt(strip?.textContent?.replace('+', '') ?? '0', 10),
    look: document.querySelector('main')?.dataset['look'] ?? '?',
    main: smallest(mains),
    smallest: smallest(all),
    width: innerWidth,
    height: innerHeight,
    faults,
  };
}
