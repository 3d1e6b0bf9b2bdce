import { expect, it } from 'vitest';
import { BUDGETS, createPairingBudget } from './budgets';

const { pairingStarts, allPairingStarts } = BUDGETS;

it('gives an address few codes for devices, without taking those of others', () => {
  let now = 0;
  const mayAsk = createPairingBudget(() => now);
  const asked = Array.from({ length: pairingStarts.burst + 50 }, () => mayAsk('10.0.0.1'));
  expect(asked.filter(Boolean)).toHaveLength(pairingStarts.burst);
  expect(mayAsk('10.0.0.2')).toBe(true);
  now += 1_000 / pairingStarts.perSecond;
  expect([mayAsk('10.0.0.1'), mayAsk('10.0.0.1')]).toEqual([true, false]);
});

it('limits the codes of all addresses together', () => {
  const mayAsk = createPairingBudget(() => 0);
  const asked = Array.from({ length: 10 * allPairingStarts.burst }, (_, index) => mayAsk(`10.0.0.${index}`));
  expect(asked.filter(Boolean)).toHaveLength(allPairingStarts.burst);
});
