import type { ControlWords } from './control-words';

/** The words of how a wall is worked, in Dutch: its keys and its first touch. */
export const controlNl: ControlWords = {
  control: {
    legend: 'Toetsen',
    space: 'Spatie',
    does: {
      select: 'kaart 1 tot 10 kiezen',
      bump: 'kaart 1 tot 20 meteen afhandelen',
      move: 'een andere kaart kiezen',
      nextPage: 'volgende pagina',
      previousPage: 'vorige pagina',
      act: 'doen wat een tik op de gekozen kaart doet',
      undo: 'terugdraaien',
      recall: 'laatste 30 minuten',
      sort: 'volgende volgorde van de kaarten',
      mute: 'een minuut geen geluid',
      fullScreen: 'volledig scherm',
      legend: 'deze toetsen',
    },
    sorted: 'Volgorde: {sort}',
    muted: 'Een minuut geen geluid',
    unmuted: 'Het geluid staat weer aan',
    noSound: 'Het geluid staat uit op dit scherm',
    noFullScreen: 'Deze browser staat hier geen volledig scherm toe',
    touchHides:
      'Een tik verbergt een kaart alleen op dit scherm. Terugdraaien of Backspace haalt hem terug, net als Terughalen.',
    touchTakes:
      'Een tik op een klare kaart zegt iedereen dat hij is meegenomen. Terugdraaien of Backspace maakt dat ongedaan.',
  },
};
