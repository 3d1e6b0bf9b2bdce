import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { holdToPalette } from '../theme/testing/hold-to-palette';

const READY = '.card:is([data-urgency="ready"], [data-urgency="ready-warn"], [data-urgency="ready-late"])';

const sheet = (name: string) => readFileSync(new URL(`./${name}.module.css`, import.meta.url), 'utf8');

describe('the wall', () =>
  holdToPalette({
    css: sheet('wall'),
    standsOn: {
      '.laneTitle': ['ground'],
      '.counts': ['bar'],
      '.counts b': ['bar'],
      '.party': ['card'],
      '.foot': ['card'],
      '.card:is([data-urgency="late"], [data-urgency="very-late"]) :is(.party, .foot)': ['late'],
      [`${READY} :is(.party, .foot)`]: ['ready'],
      '.menuButton': ['bar'],
      '.recallButton': ['bar'],
      '.recallButton[data-hidden] .pill': ['bar'],
      '.more': ['ground'],
      '.empty small': ['ground'],
    },
    shapes: ['.bar', '.dots i[data-dot="ready"]'],
    sizes: ['size', 'touch', 'columns', 'rows', 'cookingColumns', 'readyColumns', 'digits', 'done'],
  }));

describe('what left the wall', () =>
  holdToPalette({
    css: sheet('recall'),
    standsOn: {
      '.lists h3': ['bar'],
      '.none': ['bar'],
      '.what bdi': ['bar'],
      '.times': ['bar'],
      '.times b': ['bar'],
    },
    shapes: ['.recall::backdrop'],
    sizes: ['touch'],
  }));
