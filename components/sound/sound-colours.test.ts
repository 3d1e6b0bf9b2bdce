import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TEXT_ON } from '../theme/palette';
import { colourRules } from '../theme/testing/colour-rules';

const css = readFileSync(new URL('./sound.module.css', import.meta.url), 'utf8');

it('the badge uses the colours of its bar, and a listed pair where it has its own', () => {
  expect(colourRules(css)).toEqual([
    { selector: '.badge[data-sound="locked"]', text: 'text', ground: 'warn' },
    { selector: '.badge[data-discreet]', text: 'barQuiet', ground: null },
  ]);
  expect(TEXT_ON).toContainEqual(['text', 'warn']);
  expect(TEXT_ON).toContainEqual(['barQuiet', 'bar']);
});
