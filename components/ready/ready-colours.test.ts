import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { holdToPalette } from '../theme/testing/hold-to-palette';

const sheet = (name: string) => readFileSync(new URL(`./${name}.module.css`, import.meta.url), 'utf8');

describe('a row uses the palette', () =>
  holdToPalette({ css: sheet('row'), standsOn: { '.divider': ['ground'] }, sizes: ['digits'] }));

describe('the side panels use the palette', () =>
  holdToPalette({
    css: sheet('side'),
    standsOn: {
      '.title': ['ground'],
      '.nothing': ['ground'],
      '.more': ['ground'],
      '.when': ['bar'],
      '.when[data-late]': ['bar'],
      '.ask span': ['bar'],
      '.unpicked small, .waking small': ['ground'],
    },
  }));

describe('the tabs use the palette', () => holdToPalette({ css: sheet('tabs') }));

describe('the dialog of my tables uses the palette', () => holdToPalette({ css: sheet('my-tables') }));
