import { describe, expect, it } from 'vitest';
import { actionOf, cardKeys, KEY_TABLE } from './key-table';
import { KEY_PRESETS } from './wall-options';

describe('the keys of a wall', () => {
  it.each(KEY_PRESETS)('do one thing each in preset %s', (preset) => {
    const keys: string[] = KEY_TABLE[preset].flatMap((row) => [...row.keys]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(KEY_PRESETS)('reach cards, pages, undo, recall, sort, mute and the legend in preset %s', (preset) => {
    const does = KEY_TABLE[preset].map((row) => row.does);
    for (const action of ['act', 'undo', 'nextPage', 'previousPage', 'recall', 'sort', 'mute', 'legend'])
      expect(does).toContain(action);
    expect(cardKeys(preset).length).toBeGreaterThanOrEqual(10);
  });

  it('select a card by its place, with 0 for the tenth', () => {
    expect(actionOf('keyboard', '1')).toEqual({ does: 'select', place: 0 });
    expect(actionOf('keyboard', '0')).toEqual({ does: 'select', place: 9 });
    expect(actionOf('bump', '3')).toEqual({ does: 'select', place: 2 });
  });

  it('bump a card at once on a bar with two rows; the second row is for cards 11 to 20', () => {
    expect(actionOf('direct', '2')).toEqual({ does: 'bump', place: 1 });
    expect(actionOf('direct', 'A')).toEqual({ does: 'bump', place: 10 });
    expect(actionOf('direct', 'j')).toEqual({ does: 'bump', place: 19 });
  });

  it.each([
    ['R', 'recall'],
    ['s', 'sort'],
    ['PageDown', 'nextPage'],
    ['?', 'legend'],
  ])('%s means %s on a keyboard', (key, does) => {
    expect(actionOf('keyboard', key)?.does).toBe(does);
  });

  it.each(['Tab', 'Escape', 'F5', 'x', ''])('leave %s to the browser', (key) => {
    expect(actionOf('keyboard', key)).toBeNull();
  });
});
