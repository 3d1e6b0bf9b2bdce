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

describe('a visit', () => holdToPalette({ css: sheet('visits/visits-dialog'), shapes: ['.dialog::backdrop'] }));

describe('the courses of a visit', () =>
  holdToPalette({
    css: sheet('../visit-timeline/visit'),
    standsOn: { '.scale span': ['bar'], '.lane[data-gaps] .name': ['bar'], '.key': ['bar'] },
    shapes: [
      '.expected',
      '.key span::before',
      '.key [data-key="waiting"]::before',
      '.key [data-key="late"]::before',
      '.key [data-key="gap"]::before',
      '.key [data-key="expected"]::before',
    ],
    // Manager pages define two colours for cooking, tested at 7:1 with all of theirs.
    sizes: ['names', 'from', 'length', 'steps', 'lanes', 'cooking', 'cookingText'],
  }));
