import { expect, test } from './test';

/** Limit for the kitchen page's JavaScript as sent on first load; an empty Next page has 135 kB. */
const MAX_BYTES = 210_000;

test('the kitchen page loads at most 210 kB of JavaScript as sent', async ({ kitchen }) => {
  const { page } = await kitchen.opensWall();
  const scripts = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const named = [...document.querySelectorAll<HTMLScriptElement>('script[src]:not([nomodule])')].map(
      ({ src }) => src,
    );
    const sizes: Record<string, { sent: number; whole: number }> = {};
    for (const url of new Set([...named, ...loaded.map(({ name }) => name).filter((name) => name.endsWith('.js'))])) {
      // Requested again, because a cached response has no transfer size.
      await fetch(url, { cache: 'reload' }).then((answer) => answer.arrayBuffer());
      const [entry] = performance.getEntriesByName(url).slice(-1) as PerformanceResourceTiming[];
      sizes[new URL(url).pathname] = { sent: entry?.encodedBodySize ?? 0, whole: entry?.decodedBodySize ?? 0 };
    }
    return sizes;
  });
  const sizes = Object.values(scripts);
  // A page without scripts, or one without compression, would make this check meaningless.
  expect(sizes.length).toBeGreaterThan(3);
  for (const { sent } of sizes) expect(sent).toBeGreaterThan(0);
  expect(sizes.filter(({ sent, whole }) => whole > 2_000 && sent > whole / 1.5)).toEqual([]);

  const total = sizes.reduce((sum, { sent }) => sum + sent, 0);
  test.info().annotations.push({ type: 'JavaScript as sent', description: `${(total / 1000).toFixed(1)} kB` });
  console.log(`The kitchen page's JavaScript: ${(total / 1000).toFixed(1)} kB as sent, ${sizes.length} files`);
  expect(total, JSON.stringify(scripts, null, 2)).toBeLessThanOrEqual(MAX_BYTES);
});
