import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { groupBy } from '../../lib/group';
import { askServer } from './ask-server';
import { type Checked, checkBranch } from './check-branch';
import { checkFolder } from './check-folder';
import { differences, figuresIn } from './differences';
import { type BranchRules, DEFAULT_BRANCH_RULES, readTable } from './exported-course';
import { judge, summaryOf, visitsOf } from './recompute';

type Options = {
  url?: string;
  token?: string;
  summary?: string;
  groupBy: string;
  dataDir?: string;
  timeZone: string;
  cutOff: number;
  services: string;
  latePercent: number;
  fallbackLate: number;
};

/** Recomputes every figure of the reports from exported tables, and prints the differences. */
async function main(): Promise<Checked> {
  const command = new Command('check-reports')
    .description(
      'Recomputes every figure of the reports from tables of courses (history/courses.csv, exported without filters, a branch each), with code of its own, and compares them with what a server tells. With --data-dir no table is needed: a server is run on the folder, and what its pages ask is checked too.',
    )
    .argument('[files...]', 'exported tables')
    .option('--url <url>', 'a running server to ask for summaries')
    .option('--token <token>', 'of a screen of view api')
    .option('--summary <file>', 'a saved summary of one table, as JSON')
    .option('--group-by <grouping>', 'grouping of that summary', 'none')
    .option('--data-dir <folder>', 'a data folder on which no server runs')
    .option('--time-zone <zone>', 'of the branch', Intl.DateTimeFormat().resolvedOptions().timeZone)
    .option('--cut-off <clock>', 'when its business day begins', readMinute, DEFAULT_BRANCH_RULES.cutOffMinute)
    .option('--services <text>', 'its setting', DEFAULT_BRANCH_RULES.services)
    .option('--late-percent <n>', 'its setting', Number, DEFAULT_BRANCH_RULES.latePercent)
    .option('--fallback-late <minutes>', 'its setting', Number, DEFAULT_BRANCH_RULES.fallbackLateMinutes)
    .parse();
  const options = command.opts<Options>();
  if (options.dataDir !== undefined) return checkFolder(options.dataDir);
  if (command.args.length === 0) command.error('Name an exported table, or a folder with --data-dir.');

  const house: BranchRules = {
    timeZone: options.timeZone,
    cutOffMinute: options.cutOff,
    services: options.services,
    latePercent: options.latePercent,
    fallbackLateMinutes: options.fallbackLate,
  };
  const courses = command.args.flatMap((file) => readTable(readFileSync(file, 'utf8'), house));
  if (options.summary !== undefined) {
    const summary = JSON.parse(readFileSync(options.summary, 'utf8')) as { groups: { key: string }[] };
    const again = summaryOf(judge(courses), visitsOf(courses), options.groupBy, house);
    const found = Object.fromEntries(
      summary.groups.map((group) => [
        group.key,
        { ...group, key: undefined, label: undefined, abbreviation: undefined },
      ]),
    );
    return { figures: figuresIn(again), differences: differences(found, again, 'summary') };
  }
  const { url, token } = options;
  if (url === undefined || token === undefined) return command.error('Give --url and --token, or --summary.');
  const all: Checked = { figures: 0, differences: [] };
  for (const ofBranch of groupBy(courses, ({ branch }) => branch).values()) {
    const checked = await checkBranch(ofBranch, house, { summary: askServer(url, token), pages: null }, Date.now());
    all.figures += checked.figures;
    all.differences.push(...checked.differences);
  }
  return all;
}

function readMinute(text: string): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (minutes === undefined) throw new InvalidArgumentError('A time of day such as 04:00 is needed.');
  return Number(hours) * 60 + Number(minutes);
}

const MOST_PRINTED = 50;

const { figures, differences: found } = await main();
for (const difference of found.slice(0, MOST_PRINTED)) process.stdout.write(`${difference}\n`);
if (found.length > MOST_PRINTED) process.stdout.write(`… and ${found.length - MOST_PRINTED} more\n`);
process.stdout.write(`${figures} figures recomputed, ${found.length} differ\n`);
process.exit(found.length === 0 ? 0 : 1);
