import { expect, it } from 'vitest';
import { BUDGETS, connectionLimits } from './budgets';

it('leaves room for the files of the server, whatever the limit of open files is', () => {
  for (const openFiles of [64, 128, 256, 1_024, 4_096]) {
    const { all, known } = connectionLimits(openFiles);
    expect(all).toBeLessThanOrEqual(Math.max(openFiles - BUDGETS.ownFiles, openFiles / 2));
    expect(known).toBeGreaterThanOrEqual(24);
    // Whoever comes needs a place until it has shown who it is.
    expect(all - known).toBeGreaterThanOrEqual(8);
  }
});

it('gives no more connections than it has memory for', () => {
  const most = { strangers: BUDGETS.strangerConnections, known: BUDGETS.knownConnections };
  expect(connectionLimits(1_000_000)).toMatchObject(most);
  expect(connectionLimits(Number.POSITIVE_INFINITY)).toMatchObject(most);
});

it('reads the limit of this process', () => {
  expect(connectionLimits().openFiles).toBeGreaterThan(0);
});
