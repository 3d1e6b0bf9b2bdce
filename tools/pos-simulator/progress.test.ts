import { expect, it } from 'vitest';
import { createProgress } from './summary';

it('overwrites one line on a terminal, and writes a line every ten seconds elsewhere', () => {
  for (const isTTY of [true, false]) {
    const written: string[] = [];
    let now = 0;
    const progress = createProgress({ isTTY, write: (text) => written.push(text) }, () => now);
    for (; now <= 20_000; now += 1_000) progress.show(`${now}`);
    progress.end();
    expect(written.length).toBe(isTTY ? 21 : 2);
    expect(written.every((text) => text.endsWith('\n'))).toBe(!isTTY);
  }
});
