// What `npm test` reads from the runs of vitest and Playwright. This file is also vitest's reporter, because vitest's JSON
// has no errors outside of tests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Each problem is a failed, skipped or flaky test, or an error outside of tests: its title, and lines of its error.
 *
 * @typedef {{ passed: number, problems: string[] }} Result
 * @typedef {{ message?: string | undefined, VITEST_TEST_PATH?: unknown }} AnyError
 * @typedef {import('vitest/node').TestModule | import('vitest/node').TestSuite} Group
 */

/** @typedef {import('vitest/node').Reporter} Reporter */

/** Of the message of an error. */
const MAX_LINES = 20;

/** @implements {Reporter} */
export default class VitestReporter {
  onTestRunEnd(
    /** @type {readonly import('vitest/node').TestModule[]} */ modules,
    /** @type {readonly AnyError[]} */ errors,
  ) {
    const file = process.env['HEATLAMP_VITEST_RESULT'];
    if (!file) throw new Error('HEATLAMP_VITEST_RESULT names no file');
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    mkdirSync(path.dirname(file), { recursive: true });
    /** @type {Result} */
    const result = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      problems: [
        ...tests.filter((test) => test.result().state !== 'passed').map(problemOf),
        ...groups.flatMap((group) => group.errors().map((error) => problem(titleOf(group), error))),
        ...errors.map((error) => problem(`outside of tests, ${error.VITEST_TEST_PATH ?? 'in no file'}`, error)),
      ],
    };
    writeFileSync(file, JSON.stringify(result));
  }
}

/** @returns {string} */
function problemOf(/** @type {import('vitest/node').TestCase} */ test) {
  const { state, errors } = test.result();
  return problem(titleOf(test), errors?.[0] ?? { message: state });
}

/** @returns {string} */
function titleOf(/** @type {Group | import('vitest/node').TestCase} */ task) {
  const module = task.type === 'module' ? task : task.module;
  return `${inProject(module.project.name)}${module.relativeModuleId}${task.type === 'module' ? '' : ` > ${task.fullName}`}`;
}

/** @returns {string} */
function inProject(/** @type {string | undefined} */ name) {
  return name ? `[${name}] ` : '';
}

/**
 * The title, and the lines of the error. Of a long error, such as the output of a command, the middle is left out: the
 * cause is at its start or at its end.
 *
 * @returns {string}
 */
function problem(/** @type {string} */ title, /** @type {AnyError | undefined} */ error) {
  const text = stripVTControlCharacters(String(error?.message ?? ''));
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : line.trimEnd()));
  const omitted = lines.length - MAX_LINES;
  if (omitted > 0) lines.splice(MAX_LINES / 2, omitted, `(${omitted} more lines)`);
  return [title, ...(lines.length > 0 ? lines : ['no message'])].join('\n    ');
}

/** @returns {Result} what this reporter wrote; without it, vitest did not get to its end */
export function readVitest(/** @type {string} */ file) {
  return readReport(file, (report) => /** @type {Result} */ (report));
}

/** @returns {Result} from a file of Playwright's JSON reporter */
export function readPlaywright(/** @type {string} */ file) {
  return readReport(file, (report) => {
    const { stats, suites, errors } = /** @type {import('@playwright/test/reporter').JSONReport} */ (report);
    return {
      passed: stats.expected,
      problems: [
        ...suites.flatMap((suite) => inSuite(suite)),
        ...errors.map((error) => problem('outside of tests', error)),
      ],
    };
  });
}

/** @returns {string[]} */
function inSuite(/** @type {import('@playwright/test/reporter').JSONReportSuite} */ suite, parents = '') {
  const specs = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, status, results }) => {
        const error = results.flatMap(({ errors }) => errors)[0];
        return problem(`${inProject(projectName)}${file}:${line} > ${parents}${title}, ${status}`, error);
      }),
  );
  return [...specs, ...(suite.suites ?? []).flatMap((each) => inSuite(each, `${parents}${each.title} > `))];
}

/** @returns {Result} */
function readReport(/** @type {string} */ file, /** @type {(report: unknown) => Result} */ read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { passed: 0, problems: [problem('no report', /** @type {Error} */ (error))] };
  }
}
