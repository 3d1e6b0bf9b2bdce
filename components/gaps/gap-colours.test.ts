import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { holdToPalette } from '../theme/testing/hold-to-palette';

describe('the notice of a gap', () =>
  holdToPalette({
    standsOn: { '.notice': ['bar'] },
    css: readFileSync(new URL('./gap-notice.module.css', import.meta.url), 'utf8'),
    sizes: ['touch'],
  }));
