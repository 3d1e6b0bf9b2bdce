import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCommandLine } from './command-line';
import { generateService, type TruthCourse } from './generate-service';
import { readDeliveries, readTruth } from './option-values';
import { startReceiver } from './practice-receiver';

const secret = 'kitchen secret';
const cleanups: Array<() => Promise<void> | void> = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pos-simulator-'));
});
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close();
  rmSync(folder, { recursive: true });
});

type Output = { printed: string; errors: string; ok: boolean };

async function runCommand(...args: string[]): Promise<Output> {
  const output = { printed: '', errors: '', ok: true };
  await createProgram(output).parseAsync(args, { from: 'user' });
  return output;
}

function createProgram(output: Output): Command {
  const terminal = {
    clock: { now: () => performance.now(), wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) },
    today: () => Date.parse('2027-01-15T11:00:00.000Z'),
    errors: { write: (text: string) => (output.errors += text) },
    print: (text: string) => {
      output.printed += text;
    },
    newSeed: () => 42,
  };
  const program = createCommandLine(terminal, () => {
    output.ok = false;
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => (output.printed += text),
      writeErr: (text) => (output.errors += text),
    });
  }
  return program;
}

/** A server that has only a history, with two courses per page. */
async function startHistory(courses: readonly TruthCourse[]): Promise<string> {
  const tickets = courses.map(({ courseNumber, table, ...rest }) => {
    return { ...rest, course: { number: courseNumber }, table: table && { number: String(table.number) } };
  });
  const rows = courses.map((course) => {
    return [
      course.orderId,
      course.courseNumber,
      course.round,
      course.startedAt,
      course.readyAt,
      course.servedAt,
      course.table?.number,
    ];
  });
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (request.headers.authorization !== 'Bearer right') return response.writeHead(401).end('{"title":"no"}');
    if (url.pathname.endsWith('.csv')) {
      const header = 'orderId,course.number,round,startedAt,readyAt,servedAt,table.number';
      return response.end([header, ...rows.map((row) => row.join(','))].join('\r\n'));
    }
    const at = Number(url.searchParams.get('cursor') ?? 0);
    const nextCursor = at + 2 < tickets.length ? String(at + 2) : null;
    return response.end(JSON.stringify({ courses: tickets.slice(at, at + 2), nextCursor }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('generate', () => {
  it('writes a service and its truth to files', async () => {
    const file = join(folder, 'lunch.jsonl');
    await runCommand('generate', '--seed', '5', '--orders', '10', '--out', file);
    const { deliveries, truth } = generateService(5, { orders: 10 });
    expect(readDeliveries(file)).toEqual(deliveries);
    expect(readTruth(join(folder, 'lunch.truth.json'))).toEqual(truth);
  });

  it('posts a service, prints its seed, and writes the retimed truth', async () => {
    const receiver = await startReceiver({
      secret,
      secretEncoding: 'utf8',
      algorithm: 'sha256',
      signatureEncoding: 'base64',
    });
    cleanups.push(receiver.close);
    const truthFile = join(folder, 'played.truth.json');
    const { printed, errors, ok } = await runCommand(
      ...['generate', '--url', receiver.url.href, '--secret', secret, '--secret-encoding', 'utf8'],
      ...['--speed', 'max', '--as', 'now', '--orders', '12', '--truth-out', truthFile],
    );
    expect(errors).toContain('seed 42');
    expect(printed).toContain(`sent ${receiver.accepted.length} `);
    expect(printed).toContain('passed');
    expect(ok).toBe(true);
    const starts = readTruth(truthFile).courses.map(({ startedAt }) => startedAt?.slice(0, 10));
    expect(starts).toContain('2027-01-15');
  });
});

describe('play', () => {
  it('reports a missing file and an invalid line', async () => {
    await expect(runCommand(join(folder, 'none.jsonl'))).rejects.toThrow(/none\.jsonl does not exist$/);
    const file = join(folder, 'broken.jsonl');
    writeFileSync(file, '{"atMs":0,"event":"x","path":"/webhooks/x","body":"{}"}\n{"atMs":\n');
    await expect(runCommand(file)).rejects.toThrow(/broken\.jsonl, line 2: not JSON$/);
    writeFileSync(file, '{"atMs":-1,"event":"x","path":"/webhooks/x","body":"{}"}\n');
    await expect(runCommand(file)).rejects.toThrow(/line 1: atMs: /);
    writeFileSync(file, '\n');
    await expect(runCommand(file)).rejects.toThrow('contains no deliveries');
  });

  it.each([
    ['--repeat', '2'],
    ['--speed', '0'],
    ['--connections', 'many'],
    ['--url', 'ftp://kitchen'],
    ['--as', 'then'],
    ['--seed', '-1'],
  ])('refuses %s %s', async (option, value) => {
    await expect(runCommand('evening.jsonl', option, value)).rejects.toThrow(option);
  });
});

describe('--help', () => {
  it.each(['', 'play', 'generate', 'compare'])('mentions the option for another port: %s', async (command) => {
    const output = { printed: '', errors: '', ok: true };
    const args = [...command.split(' ').filter(Boolean), '--help'];
    await expect(createProgram(output).parseAsync(args, { from: 'user' })).rejects.toThrow('(outputHelp)');
    expect(output.printed).toMatch(/--url (<address>|http:).*PORT/s);
  });
});

describe('compare', () => {
  const { courses, ...rest } = generateService(6, { orders: 8 }).truth;

  async function compare(truth: readonly TruthCourse[], token = 'right') {
    const file = join(folder, 'evening.truth.json');
    writeFileSync(file, JSON.stringify({ ...rest, courses }));
    return runCommand('compare', file, '--url', await startHistory(truth), '--token', token);
  }

  it('reads all pages and the CSV', async () => {
    const { printed, ok } = await compare(courses);
    const agreed = `${courses.length} of ${courses.length} courses agree, 0 extra`;
    expect(printed).toBe(`JSON: ${agreed}\nCSV: ${agreed}\n`);
    expect(ok).toBe(true);
  });

  it('reports differences', async () => {
    const { printed, ok } = await compare(courses.slice(1));
    expect(printed).toContain(`JSON: ${courses.length - 1} of ${courses.length} courses agree, 0 extra\n  order `);
    expect(printed).toContain('round 1: missing\n');
    expect(ok).toBe(false);
  });

  it('reports an error status', async () => {
    await expect(compare(courses, 'wrong')).rejects.toThrow('returned 401: {"title":"no"}');
  });
});

describe('the fixtures', () => {
  it('match their README', () => {
    const fixtures = `${import.meta.dirname}/fixtures`;
    const truth = readTruth(`${fixtures}/friday-evening.truth.json`);
    expect(readDeliveries(`${fixtures}/friday-evening.jsonl`)).toHaveLength(truth.deliveries);
    expect(readFileSync(`${fixtures}/README.md`, 'utf8')).toContain(`\`${truth.name}.jsonl\``);
  });
});
