import { expect, it } from 'vitest';
import { verdictsOf } from './report';
import { shortSurge } from './short-run';

it('a server with a slow disk violates the promised time of acknowledgements', async () => {
  const [first] = verdictsOf(await shortSurge('rush', 'slow-disk'));
  expect(first?.promise).toContain('p99 at most 100 ms');
  expect(first?.isMet).toBe(false);
}, 240_000);
