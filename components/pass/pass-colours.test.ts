import { readFileSync } from 'node:fs';
import { holdToPalette } from '../theme/testing/hold-to-palette';

holdToPalette({
  css: readFileSync(new URL('./pass.module.css', import.meta.url), 'utf8'),
  standsOn: {
    '.counter': ['card'],
    '.guests': ['card'],
    '.row:is([data-tone="ready"], [data-tone="ready-warn"]) .guests': ['ready'],
    '.row[data-tone="late"] .guests': ['late'],
    '.cell:is([data-state="presumed"], [data-state="served"], [data-state="closed"])': ['card'],
    '.more': ['ground'],
  },
  shapes: ['.earlier i'],
  sizes: ['size', 'name', 'least', 'target', 'columns', 'units', 'between', 'gap', 'column', 'span', 'digits'],
});
