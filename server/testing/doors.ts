import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** A row of docs/doors.md. */
export type Door = {
  /** `GET /path`, a page's path, or a socket's message. */
  door: string;
  /** `token`: whoever brings METRICS_TOKEN. */
  nobody: 'yes' | 'signed' | 'token' | 'no';
  screens: readonly string[] | 'every';
  managers: 'every' | 'owners' | 'none';
  /** Whether each sees only the branches that are theirs, or has to have all that there are. */
  branch: 'theirs' | 'all' | 'none';
  /** What is asked for: pieces between backquotes, else words. */
  triedAs: readonly string[];
};

export type DoorSection = 'Paths' | 'Pages' | 'Sockets';

const COLUMNS = ['Door', 'Nobody', 'Screens', 'Managers', 'Branch', 'Tried as'];

/** The doors of a section of docs/doors.md. @throws Error for a row that cannot be read */
export function readDoors(section: DoorSection, text = readFileSync(path.join(ROOT, 'docs/doors.md'), 'utf8')): Door[] {
  const part = text.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? '';
  const [head, , ...rows] = part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );
  if (JSON.stringify(head) !== JSON.stringify(COLUMNS)) throw new Error(`${section} has no table of doors`);
  const doors = rows.map(readRow);
  for (const [index, { door }] of doors.entries())
    if (doors.findIndex((other) => other.door === door) < index)
      throw new Error(`docs/doors.md, ${door}: is there twice`);
  return doors;
}

function readRow(cells: readonly string[]): Door {
  const [door = '', nobody = '', screens = '', managers = '', branch = '', triedAs = ''] = cells;
  const wrong = (column: string) => new Error(`docs/doors.md, ${door}: ${column} cannot be read`);
  const named = /^`([^`]+)`$/.exec(door)?.[1];
  if (named === undefined || cells.length !== COLUMNS.length) throw wrong('the row');
  if (!['yes', 'signed', 'token', '–'].includes(nobody)) throw wrong('Nobody');
  if (!['every', 'owners', '–'].includes(managers)) throw wrong('Managers');
  if (!['theirs', 'all', '–'].includes(branch)) throw wrong('Branch');
  if (!/^(?:–|every|[a-z]+(?:, [a-z]+)*)$/.test(screens)) throw wrong('Screens');
  const quoted = [...triedAs.matchAll(/`([^`]+)`/g)].map(([, piece]) => piece ?? '');
  return {
    door: named,
    nobody: nobody === '–' ? 'no' : (nobody as 'yes' | 'signed' | 'token'),
    screens: screens === 'every' ? 'every' : screens === '–' ? [] : screens.split(', '),
    managers: managers === '–' ? 'none' : (managers as 'every' | 'owners'),
    branch: branch === '–' ? 'none' : (branch as 'theirs' | 'all'),
    triedAs: quoted.length > 0 || triedAs === '' ? quoted : [triedAs],
  };
}

/** The path of every page and route under app/. */
export function pagesThatAre(folder = path.join(ROOT, 'app')): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:page\.tsx|route\.tsx?)$/.test(file))
    .map((file) => `/${path.dirname(file)}`.replace(/^\/\.$/, '/'))
    .sort();
}
