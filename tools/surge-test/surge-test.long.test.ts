import { expect, it } from 'vitest';
import { judge } from './report';
import { shortSurge } from './short-run';

it('a server whose disk is slow breaks the promise for acknowledgements', async () => {
  const [first] = judge(await shortSurge('rush', 'slow-commit'));
  expect(first?.promise).toContain('p99 at most 100 ms');
  expect(first?.isMet).toBe(false);
}, 240_000);
