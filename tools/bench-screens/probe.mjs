// Runs in the page, before its own scripts. It only listens; what it heard is asked for from outside.

/**
 * @typedef {{ table: string, inDom: number, painted: number }} Painted  instants in epoch ms by the page's clock
 * @typedef {{ at: number, ms: number }} LongTask
 * @typedef {{ kind: string, card: string | null, place: string }} Touch
 */

const bench = {
  /** @type {Painted[]} */
  painted: [],
  /** @type {LongTask[]} */
  longTasks: [],
  /** @type {Touch[] | null} */
  touches: null,
  now: () => performance.timeOrigin + performance.now(),
};
Object.assign(window, { bench });

/** @param {Node} node */
function cardsIn(node) {
  if (!(node instanceof Element)) return [];
  return node.matches('[data-ticket]') ? [node] : [...node.querySelectorAll('[data-ticket]')];
}

/** What a second changes by itself on any wall: timers, their bars, clocks. @param {Node} node */
function isTicking(node) {
  const element = node instanceof Element ? node : node.parentElement;
  return element !== null && element.closest('[role="timer"], [aria-hidden="true"], [data-ticking]') !== null;
}

/** @param {MutationRecord} record */
function touchesOf(record) {
  const nodes = record.type === 'childList' ? [...record.addedNodes, ...record.removedNodes] : [];
  const isList = nodes.length > 0 && nodes.every((node) => cardsIn(node).length > 0);
  return (isList ? nodes : [record.target]).map((node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const card = element?.closest('[data-ticket]') ?? null;
    return {
      kind: record.type,
      card: card?.querySelector('h2')?.textContent ?? null,
      place: element?.closest('header') ? 'bar' : (element?.tagName ?? 'text'),
    };
  });
}

new MutationObserver((records) => {
  const inDom = bench.now();
  if (bench.touches) {
    for (const record of records) if (!isTicking(record.target)) bench.touches.push(...touchesOf(record));
  }
  const tables = records
    .flatMap((record) => [...record.addedNodes].flatMap(cardsIn))
    .map((card) => card.querySelector('h2')?.textContent ?? '');
  if (tables.length === 0) return;
  // The second frame begins after the first was drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const painted = bench.now();
      for (const table of tables) bench.painted.push({ table, inDom, painted });
    }),
  );
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ at: startTime, ms: duration });
}).observe({ type: 'longtask', buffered: true });
