// Runs in the page before its own scripts. Records painted cards and long tasks, which the bench reads.

/**
 * @typedef {{ table: string, painted: number }} Painted  an instant in epoch ms by the page's clock
 * @typedef {{ at: number, ms: number }} LongTask
 */

const bench = {
  /** @type {Painted[]} */
  painted: [],
  /** @type {LongTask[]} */
  longTasks: [],
  now: () => performance.timeOrigin + performance.now(),
};
Object.assign(window, { bench });

/** @param {Node} node */
function cardsIn(node) {
  if (!(node instanceof Element)) return [];
  return node.matches('[data-ticket]') ? [node] : [...node.querySelectorAll('[data-ticket]')];
}

new MutationObserver((records) => {
  const tables = records
    .flatMap((record) => [...record.addedNodes].flatMap(cardsIn))
    .map((card) => card.querySelector('h2')?.textContent ?? '');
  if (tables.length === 0) return;
  // The second frame starts after the first was painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const painted = bench.now();
      for (const table of tables) bench.painted.push({ table, painted });
    }),
  );
}).observe(document, { subtree: true, childList: true });

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ at: startTime, ms: duration });
}).observe({ type: 'longtask', buffered: true });
