import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { holdToPalette } from '../theme/testing/hold-to-palette';

const sheet = (name: string) => readFileSync(new URL(`./${name}.module.css`, import.meta.url), 'utf8');

describe('the tiles', () =>
  holdToPalette({
    css: sheet('tables'),
    standsOn: { '.tabs button': ['bar'] },
    shapes: ['.courses i[data-dot="ready"]'],
  }));

describe('an evening', () =>
  holdToPalette({
    css: sheet('evening/evening'),
    standsOn: { '.scale span': ['bar'], '.lane[data-gaps] .name': ['bar'], '.key': ['bar'] },
    shapes: [
      '.evening::backdrop',
      '.expected',
      '.key span::before',
      '.key [data-key="waiting"]::before',
      '.key [data-key="late"]::before',
      '.key [data-key="gap"]::before',
    ],
    sizes: ['names', 'from', 'length', 'steps', 'lanes'],
  }));
