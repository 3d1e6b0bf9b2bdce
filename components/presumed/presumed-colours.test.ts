import { readFileSync } from 'node:fs';
import { holdToPalette } from '../theme/testing/hold-to-palette';

holdToPalette({
  css: readFileSync(new URL('./presumed.module.css', import.meta.url), 'utf8'),
  standsOn: {
    '.text b': ['bar'],
    '.ways button': ['bar'],
    '.ways button[aria-disabled="true"]': ['bar'],
    '.item p': ['bar'],
    '.item button[aria-disabled="true"]': ['bar'],
  },
  shapes: ['.dialog::backdrop'],
  sizes: ['least'],
});
