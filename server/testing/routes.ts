import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** A row of docs/access.md. */
export type Route = {
  /** `GET /path`, a page's path, or a socket's message. */
  route: string;
  /** `token`: requests that carry METRICS_TOKEN. */
  nobody: 'yes' | 'signed' | 'token' | 'no';
  screens: readonly string[] | 'every';
  managers: 'every' | 'owners' | 'none';
  /** `theirs`: each caller sees only their own branches. `all`: only callers with access to every branch. */
  branch: 'theirs' | 'all' | 'none';
  /** Path and body of the request: the texts between backquotes, or the whole cell without any. */
  triedAs: readonly string[];
};

type RouteSection = 'Paths' | 'Pages' | 'Sockets';

const COLUMNS = ['Route', 'Nobody', 'Screens', 'Managers', 'Branch', 'Tried as'];

/** The routes of a section of docs/access.md. @throws Error for a row that cannot be read */
export function readRoutes(section: RouteSection): Route[] {
  const text = readFileSync(path.join(ROOT, 'docs/access.md'), 'utf8');
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
  if (JSON.stringify(head) !== JSON.stringify(COLUMNS)) throw new Error(`${section} has no table of routes`);
  const routes = rows.map(readRow);
  for (const [index, { route }] of routes.entries())
    if (routes.findIndex((other) => other.route === route) < index)
      throw new Error(`docs/access.md, ${route}: is listed twice`);
  return routes;
}

function readRow(cells: readonly string[]): Route {
  const [route = '', nobody = '', screens = '', managers = '', branch = '', triedAs = ''] = cells;
  const wrong = (column: string) => new Error(`docs/access.md, ${route}: ${column} cannot be read`);
  const named = /^`([^`]+)`$/.exec(route)?.[1];
  if (named === undefined || cells.length !== COLUMNS.length) throw wrong('the row');
  if (!['yes', 'signed', 'token', '–'].includes(nobody)) throw wrong('Nobody');
  if (!['every', 'owners', '–'].includes(managers)) throw wrong('Managers');
  if (!['theirs', 'all', '–'].includes(branch)) throw wrong('Branch');
  if (!/^(?:–|every|[a-z]+(?:, [a-z]+)*)$/.test(screens)) throw wrong('Screens');
  const quoted = [...triedAs.matchAll(/`([^`]+)`/g)].map(([, piece]) => piece ?? '');
  return {
    route: named,
    nobody: nobody === '–' ? 'no' : (nobody as 'yes' | 'signed' | 'token'),
    screens: screens === 'every' ? 'every' : screens === '–' ? [] : screens.split(', '),
    managers: managers === '–' ? 'none' : (managers as 'every' | 'owners'),
    branch: branch === '–' ? 'none' : (branch as 'theirs' | 'all'),
    triedAs: quoted.length > 0 || triedAs === '' ? quoted : [triedAs],
  };
}

/** The path of every page and route under app/. */
export function listPages(): string[] {
  return readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:page\.tsx|route\.tsx?)$/.test(file))
    .map((file) => `/${path.dirname(file)}`.replace(/^\/\.$/, '/'))
    .sort();
}
