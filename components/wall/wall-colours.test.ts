import { readFileSync } from 'node:fs';
import { holdToPalette } from '../theme/testing/hold-to-palette';

const READY = '.card:is([data-urgency="ready"], [data-urgency="ready-warn"], [data-urgency="ready-late"])';

holdToPalette({
  css: readFileSync(new URL('./wall.module.css', import.meta.url), 'utf8'),
  standsOn: {
    '.laneTitle': ['ground'],
    '.counts': ['bar'],
    '.counts b': ['bar'],
    '.party': ['card'],
    '.foot': ['card'],
    '.card:is([data-urgency="late"], [data-urgency="very-late"]) :is(.party, .foot)': ['late'],
    [`${READY} :is(.party, .foot)`]: ['ready'],
    '.menuButton': ['bar'],
    '.more': ['ground'],
    '.empty small': ['ground'],
  },
  shapes: ['.bar', '.dots i[data-dot="ready"]'],
  sizes: ['size', 'columns', 'rows', 'cookingColumns', 'readyColumns', 'digits', 'done'],
});
