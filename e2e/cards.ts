import { expect, type Page } from '@playwright/test';

/**
 * Checks that every card contains its text, shows its place and timer in full, and is not cut off by the screen. Names
 * may end in an ellipsis; the place and the timer may not.
 */
export async function everyCardReads(page: Page): Promise<void> {
  const found = await page.evaluate(async () => {
    // Until the page's font is there, a fallback with taller letters is shown.
    await document.fonts.ready;
    const faults: string[] = [];
    const inside = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1;
    /** Whether an element in between clips the part, for example with an ellipsis. */
    const isClipped = (part: Element, card: Element): boolean => {
      const above = part.parentElement;
      if (!above || above === card) return false;
      return getComputedStyle(above).overflow !== 'visible' || isClipped(above, card);
    };
    const inkOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const screen = new DOMRect(0, 0, window.innerWidth, window.innerHeight);
    const cards = [...document.querySelectorAll('[data-ticket]')];
    if (cards.length === 0) faults.push('no card at all');
    for (const card of cards) {
      const box = card.getBoundingClientRect();
      const place = card.querySelector('h2');
      const timer = card.querySelector('[role=timer]');
      const name = place?.textContent ?? '?';
      if (!inside(box, screen)) faults.push(`${name}: beyond the screen`);
      for (const part of card.querySelectorAll('*'))
        if (part.getClientRects().length > 0 && !isClipped(part, card) && !inside(part.getBoundingClientRect(), box))
          faults.push(`${name}: ${part.tagName} "${part.textContent?.slice(0, 40)}" sticks out`);
      if (!place || !timer) {
        faults.push(`${name}: no place or no timer`);
        continue;
      }
      // Content that overflows its own box does not count as its parent's.
      for (const part of [place, timer, timer.firstElementChild ?? timer])
        if (part.scrollWidth > part.clientWidth + 1 || !inside(inkOf(part), box))
          faults.push(`${name}: "${part.textContent}" is cut off`);
      // No row of a card overlaps the one below; the first has digits only, which have no descenders.
      const first = timer.parentElement;
      const rows = [...(first?.parentElement?.children ?? [])].filter(
        (row) => row !== first && row.matches('div, p') && inkOf(row).height > 0,
      );
      for (const [index, row] of rows.entries()) {
        const above = rows[index - 1];
        if (above && inkOf(row).top < inkOf(above).bottom - 1)
          faults.push(`${name}: "${above.textContent}" runs into "${row.textContent}"`);
      }
      if (inkOf(place).right > inkOf(timer).left) faults.push(`${name}: runs into the timer`);
      const change = card.querySelector('span[data-unseen]');
      if (change && change.clientWidth < 3 * Number.parseFloat(getComputedStyle(change).fontSize))
        faults.push(`${name}: "${change.textContent?.slice(0, 40)}" is cut to nothing`);
    }
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > window.innerWidth || scrollHeight > window.innerHeight) faults.push('the page scrolls');
    return faults;
  });
  expect.soft(found).toEqual([]);
}
