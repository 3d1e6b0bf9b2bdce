import { readFileSync } from 'node:fs';
import { holdToPalette } from '../theme/testing/hold-to-palette';

holdToPalette({
  css: readFileSync(new URL('./pass.module.css', import.meta.url), 'utf8'),
  standsOn: {
    '.party': ['card'],
    '.calm': ['card'],
    '.row:is([data-tone="ready"], [data-tone="ready-warn"]) .party': ['ready'],
    '.row[data-tone="late"] .party': ['late'],
    '.cell:is([data-state="served"], [data-state="closed"])': ['card'],
    '.more': ['ground'],
  },
  shapes: ['.earlier i'],
  sizes: ['size', 'target', 'columns', 'units', 'between', 'gap', 'column', 'span', 'digits'],
});
