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
      '.inFlight': ['bar'],
      '.inFlight b': ['bar'],
      '.page': ['bar'],
      '.party': ['card'],
      '.guests': ['card'],
      '.foot': ['card'],
      '.card:is([data-urgency="late"], [data-urgency="very-late"]) :is(.party, .guests, .foot)': ['late'],
      [`${READY} :is(.party, .guests, .foot)`]: ['ready'],
      '.menuButton': ['bar'],
      '.recallButton': ['bar'],
      '.recallButton[data-hidden] .pill': ['bar'],
      '.more': ['ground'],
      '.empty small': ['ground'],
    },
    shapes: ['.bar', '.dots i[data-dot="ready"]'],
    sizes: ['size', 'least', 'main', 'big', 'timer', 'touch', 'lanes', 'columns', 'rows', 'digits', 'done'],
  }));

describe('the list of hidden and past tickets', () =>
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
