import { expect, it } from 'vitest';
import { COMMANDS } from '../home/guides';
import { commandParts } from './command-parts';

it('placeholders are marked', () => {
  const blanks = commandParts(COMMANDS.subscription).filter(({ isBlank }) => isBlank);
  expect(blanks.map(({ text }) => text)).toEqual(['<id>', '<secret>']);
  expect(commandParts(COMMANDS.screen).some(({ isBlank }) => isBlank)).toBe(false);
});

it.each(Object.values(COMMANDS))('the parts of a line join to the same line: %s', (line) => {
  expect(
    commandParts(line)
      .map(({ text }) => text)
      .join(' '),
  ).toBe(line);
});
