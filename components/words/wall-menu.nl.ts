import type { WallMenuWords } from './wall-menu-words';

/** The words of the kitchen wall’s menu, in Dutch. */
export const wallMenuNl: WallMenuWords = {
  wallMenu: {
    sort: 'Volgorde',
    sorts: {
      late: 'meest te laat eerst',
      oldest: 'oudste eerst',
      table: 'per tafel',
      course: 'per gang',
      food: 'langst zonder eten eerst',
      first: 'langst aan tafel eerst',
    },
    clock: 'Onderaan een kaart',
    clocks: { target: 'streeftijd', food: 'tijd zonder eten', first: 'tijd sinds de eerste gang' },
    layout: 'Indeling',
    layouts: { grid: 'raster', lanes: 'in bereiding | klaar' },
    columns: 'Kolommen',
    columnsAuto: 'zoveel als passen',
    density: 'Kaarten',
    densities: { roomy: 'ruim zolang alles past', dense: 'dicht' },
    kind: 'Bestellingen',
    kinds: { all: 'alle', table: 'tafels', cafeteria: 'balie' },
    courses: 'Gangen',
    coursesHint: 'zoals HO,NA; leeg voor alle',
    tables: 'Tafels',
    tablesHint: 'zoals 1-12,20; leeg voor alle',
    diagonal: 'Scherm, inch',
    distance: 'Leesafstand, meter',
    autoPage: 'Blader elke, seconden',
    autoPageHint: '0 om te blijven',
    keys: 'Toetsen',
    presets: {
      keyboard: 'toetsenbord',
      bump: 'bumpbar: nummer, dan Bump (zoals KB1700)',
      direct: 'bumpbar: een nummer handelt af (zoals KB9000)',
    },
  },
};
