import { expect, it } from 'vitest';
import { deviceStorage } from '../device-storage';
import { keepCalled, readCalled } from './calls';

/** A browser's storage with one entry, shared by one page after another. */
function storageWith(text: string | null = null) {
  let kept = text;
  return deviceStorage(() => ({
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  }));
}

it('a page that is reloaded knows which numbers were called', () => {
  const storage = storageWith();
  expect([...readCalled(storage)]).toEqual([]);
  keepCalled(storage, new Map([['7', 1_000]]));
  expect([...readCalled(storage)]).toEqual([['7', 1_000]]);
});

it.each(['', '{', 'null', '{"7":5}', '[7, "7", ["7"], ["7", "5"], ["7", null], [7, 5], ["8", 5, 1]]'])(
  'an invalid stored text counts as no calls: %s',
  (text) => {
    expect([...readCalled(storageWith(text))]).toEqual([]);
  },
);

it('valid calls among invalid ones are kept', () => {
  expect([...readCalled(storageWith('[["7", 5], "x"]'))]).toEqual([['7', 5]]);
});

it('a device that forbids storage has no calls', () => {
  const storage = deviceStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  keepCalled(storage, new Map([['7', 5]]));
  expect([...readCalled(storage)]).toEqual([]);
});
