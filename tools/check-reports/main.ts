import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { groupBy } from '../../lib/collections';
import { errorMessage } from '../../lib/error-message';
import { aboveZero } from '../pos-simulator/option-values';
import { type CheckResult, checkBranch } from './check-branch';
import { checkFolder } from './check-folder';
import { checkOnPostgresql } from './check-on-postgresql';
import { countFigures, differences } from './differences';
import { type BranchRules, DEFAULT_BRANCH_RULES, parseExport } from './exported-course';
import { classify, GROUPINGS, recomputeSummary, visitDurations } from './recompute';
import { fetchSummaries } from './server-client';

type Options = {
  url?: string;
  token?: string;
  summary?: string;
  groupBy: string;
  dataDir?: string;
  database: 'sqlite' | 'postgresql';
  replica?: true;
  databaseUrl?: string;
  timeZone: string;
  cutOff: number;
  services: string;
  latePercent: number;
  fallbackLate: number;
};

/** Compares the reported figures with those recomputed from exported courses. */
async function main(): Promise<CheckResult> {
  const command = new Command('check-reports')
    .description(
      'Recomputes every figure of the reports from exported courses (history/courses.csv without filters, one file per branch), without code of the server, and compares the results with the figures of a server. With --data-dir no export is needed: a server is started on the folder, and the figures of its pages are checked too.',
    )
    .argument('[files...]', 'exported courses.csv files')
    .option('--url <url>', 'a running server')
    .option('--token <token>', 'token of a screen with view api')
    .option('--summary <file>', 'a saved summary of one export, as JSON')
    .addOption(new Option('--group-by <grouping>', 'grouping of the saved summary').choices(GROUPINGS).default('none'))
    .option('--data-dir <folder>', 'a data folder that no server uses')
    .addOption(
      new Option('--database <database>', 'postgresql: with --data-dir, also in a PostgreSQL into which it is copied')
        .choices(['sqlite', 'postgresql'])
        .default('sqlite'),
    )
    .option('--database-url <url>', 'with --data-dir: a PostgreSQL that the server uses, such as one with a copy')
    .option('--replica', 'with --database postgresql: read from a streaming replica')
    .option('--time-zone <zone>', 'time zone of the branch', Intl.DateTimeFormat().resolvedOptions().timeZone)
    .option(
      '--cut-off <clock>',
      'start of the business day of the branch',
      readMinute,
      DEFAULT_BRANCH_RULES.cutOffMinute,
    )
    .option('--services <text>', 'setting of the branch', DEFAULT_BRANCH_RULES.services)
    .option('--late-percent <n>', 'setting of the branch', aboveZero, DEFAULT_BRANCH_RULES.latePercent)
    .option('--fallback-late <minutes>', 'setting of the branch', aboveZero, DEFAULT_BRANCH_RULES.fallbackLateMinutes)
    .parse();
  const options = command.opts<Options>();
  if (options.dataDir !== undefined) {
    if (options.databaseUrl === undefined && !existsSync(path.join(options.dataDir, 'heatlamp.db')))
      command.error(`error: ${options.dataDir} has no heatlamp.db; --data-dir names the folder of a server.`);
    const env: Record<string, string> = options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl };
    const inSqlite = await checkFolder(options.dataDir, Date.now, env);
    if (options.database === 'sqlite') return inSqlite;
    process.stdout.write(`SQLite: ${resultText(inSqlite)}\n`);
    const inPostgresql = await checkOnPostgresql(options.dataDir, options.replica === true, Date.now, env);
    process.stdout.write(`PostgreSQL: ${resultText(inPostgresql)}\n`);
    return {
      figures: inSqlite.figures + inPostgresql.figures,
      differences: [...inSqlite.differences, ...inPostgresql.differences],
    };
  }
  if (command.args.length === 0) command.error('Expected an exported file or --data-dir.');

  const rules: BranchRules = {
    timeZone: options.timeZone,
    cutOffMinute: options.cutOff,
    services: options.services,
    latePercent: options.latePercent,
    fallbackLateMinutes: options.fallbackLate,
  };
  const courses = command.args.flatMap((file) => parseExport(readFileSync(file, 'utf8'), rules));
  if (courses.length === 0) throw new Error('the exported files have no courses');
  if (options.summary !== undefined) {
    const summary = JSON.parse(readFileSync(options.summary, 'utf8')) as { groups: { key: string }[] };
    const recomputed = recomputeSummary(classify(courses), visitDurations(courses), options.groupBy);
    const reported = Object.fromEntries(
      summary.groups.map((group) => [
        group.key,
        { ...group, key: undefined, label: undefined, abbreviation: undefined },
      ]),
    );
    return { figures: countFigures(recomputed), differences: differences(reported, recomputed, 'summary') };
  }
  const { url, token } = options;
  if (url === undefined || token === undefined) return command.error('Expected --url and --token, or --summary.');
  const total: CheckResult = { figures: 0, differences: [] };
  for (const ofBranch of groupBy(courses, ({ branch }) => branch).values()) {
    const result = await checkBranch(ofBranch, rules, { summary: fetchSummaries(url, token), page: null }, Date.now());
    total.figures += result.figures;
    total.differences.push(...result.differences);
  }
  return total;
}

function resultText({ figures, differences }: CheckResult): string {
  return `${figures} figures recomputed, ${differences.length} differ`;
}

function readMinute(text: string): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (minutes === undefined) throw new InvalidArgumentError('Expected a time of day such as 04:00.');
  return Number(hours) * 60 + Number(minutes);
}

const MAX_PRINTED = 50;

const { figures, differences: differing } = await main().catch((error: unknown) => {
  process.stderr.write(`The check failed: ${errorMessage(error)}\n`);
  process.exit(1);
});
for (const difference of differing.slice(0, MAX_PRINTED)) process.stdout.write(`${difference}\n`);
if (differing.length > MAX_PRINTED) process.stdout.write(`… and ${differing.length - MAX_PRINTED} more\n`);
process.stdout.write(`${resultText({ figures, differences: differing })}\n`);
process.exit(differing.length === 0 ? 0 : 1);
