import { parseCsv } from '../../lib/parse-csv';

/** The settings of a branch that figures depend on and that an export does not contain. */
export type BranchRules = {
  timeZone: string;
  cutOffMinute: number;
  /** In the format of the setting: `lunch 11:00, dinner 16:00`. */
  services: string;
  latePercent: number;
  fallbackLateMinutes: number;
};

/** The columns of courses.csv that figures depend on. Instants are epoch ms. */
export type ExportedCourse = {
  id: string;
  order: string;
  branch: string;
  kind: string;
  guests: string;
  course: string;
  abbreviation: string;
  table: string;
  began: number;
  start: number | null;
  ready: number | null;
  serve: number | null;
  isOpen: boolean;
  closedBy: string;
  expected: number | null;
  /** How long its preparation may take before it is late, in ms. */
  limit: number;
  pos: number | null;
  marks: string[];
  businessDay: string;
  /** In the branch's local time. */
  hour: number;
  /** After midnight, before the cut-off. */
  isNextDay: boolean;
  service: string;
};

/** Parses an exported courses.csv. @throws if a required column is missing */
export function parseExport(text: string, rules: BranchRules): ExportedCourse[] {
  const [header = [], ...rows] = parseCsv(text);
  const columns = new Map(header.map((name, index) => [name, index]));
  for (const name of ['id', 'startedAt', 'readyAt', 'servedAt', 'marks', 'businessDay'])
    if (!columns.has(name)) throw new Error(`not an export of courses: column ${name} is missing`);
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: rules.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return rows.map((cells) => {
    const cell = (name: string) => cells[columns.get(name) ?? -1] ?? '';
    const instant = (name: string) => (cell(name) === '' ? null : Date.parse(cell(name)));
    const number = (name: string) => (cell(name) === '' ? null : Number(cell(name)));
    const [start, ready, serve] = [instant('startedAt'), instant('readyAt'), instant('servedAt')];
    const began = start ?? ready ?? serve ?? Number.NaN;
    const [hour = 0, minute = 0] = clock.format(began).split(':').map(Number);
    return {
      id: `${cell('branch')}:${cell('id')}`,
      order: `${cell('branch')}:${cell('id').split('-')[0]}`,
      branch: cell('branch'),
      kind: cell('orderKind'),
      guests: cell('table.guests') === '' ? 'none' : cell('table.guests'),
      course: cell('course.number'),
      abbreviation: cell('course.abbreviation'),
      table: cell('table.number'),
      began,
      start,
      ready,
      serve,
      isOpen: cell('closedAt') === '',
      closedBy: cell('closedBy'),
      expected: number('expectedSeconds'),
      limit: limitOf(number('expectedSeconds'), rules),
      pos: number('posSeconds'),
      marks: cell('marks').split(' '),
      businessDay: cell('businessDay'),
      hour,
      isNextDay: hour * 60 + minute < rules.cutOffMinute,
      service: serviceOf(hour * 60 + minute, rules),
    };
  });
}

function limitOf(expected: number | null, { latePercent, fallbackLateMinutes }: BranchRules): number {
  return expected === null ? fallbackLateMinutes * 60_000 : Math.round(expected * 10 * latePercent);
}

/** The last service that started between the day's cut-off and this minute. */
function serviceOf(minute: number, { cutOffMinute, services }: BranchRules): string {
  const since = (time: number) => (time >= cutOffMinute ? time - cutOffMinute : time + 1440 - cutOffMinute);
  let name = 'none';
  let latestStart = -1;
  for (const service of services.split(',')) {
    const [, label = '', hours = '', minutes = ''] = /^\s*(.+?)\s+(\d+):(\d+)\s*$/.exec(service) ?? [];
    const from = since(Number(hours) * 60 + Number(minutes));
    if (from > since(minute) || from < latestStart) continue;
    latestStart = from;
    name = label;
  }
  return name;
}
