import { readFileSync } from 'node:fs';
import { holdToPalette } from '../theme/testing/hold-to-palette';

holdToPalette({
  css: readFileSync(new URL('./undo-bar.module.css', import.meta.url), 'utf8'),
  shapes: ['.place > div:not(:empty)'],
});
