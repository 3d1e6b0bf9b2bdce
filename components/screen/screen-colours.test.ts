import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { holdToPalette } from '../theme/testing/hold-to-palette';

const sheet = (name: string) => readFileSync(new URL(`./${name}.module.css`, import.meta.url), 'utf8');

describe('the news', () =>
  holdToPalette({
    css: sheet('news'),
    standsOn: { '.live': ['bar'], '.notice': ['bar'] },
    shapes: ['.live::before', '.live[data-link="http"]::before'],
    sizes: ['least'],
  }));

describe('the menu', () =>
  holdToPalette({ css: sheet('menu'), standsOn: { '.fields label': ['bar'] }, shapes: ['.menu::backdrop'] }));

describe('the frame', () =>
  holdToPalette({
    css: sheet('frame'),
    standsOn: { '.pages a': ['bar'], '.top .menuButton': ['bar'], '.empty small': ['ground'] },
    shapes: ['.foot'],
    sizes: ['scale', 'least'],
  }));

describe('an old board', () => holdToPalette({ css: sheet('old-board') }));

describe('the board that stays after an error', () => holdToPalette({ css: sheet('last-good-board') }));
