import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { isOneEditApart } from '../lib/text';
import { UserError } from './user-error';

type Environment = Record<string, string | undefined>;

/** A variable that has no effect, and the one that was probably meant. */
export type UnknownVariable = { name: string; meant: string | null };

/**
 * Adds the variables of the file `.env` in the working folder to the environment, whose own values have priority, also
 * empty ones. Returns the names in the file; none without a file. @throws UserError if it cannot be read
 */
export function loadEnvironmentFile(env: Environment = process.env, file = path.resolve('.env')): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UserError(`${file} cannot be read (${code}): make it readable, or remove it`);
  }
  const parsed = parseEnv(text);
  for (const [name, value] of Object.entries(parsed)) env[name] ??= value;
  return Object.keys(parsed);
}

/** What `.env` may have for Node and the system. */
const OF_OTHERS = /^(?:TZ|NODE_\w+|MALLOC_\w+)$/;
/** Shorter names resemble too many others. */
const MIN_LETTERS = 7;

/**
 * The variables that were probably meant for Heatlamp and that it does not know: those of `.env`, those that begin with
 * HEATLAMP_, and those that resemble a known name.
 */
export function unknownVariables(
  env: Readonly<Environment>,
  inFile: readonly string[],
  known: readonly string[],
): UnknownVariable[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((one) => resembles(name, one)) ?? null;
    const isOurs = meant !== null || /^HEATLAMP_/i.test(name) || (inFile.includes(name) && !OF_OTHERS.test(name));
    return isOurs ? [{ name, meant }] : [];
  });
}

function resembles(name: string, known: string): boolean {
  const letters = lettersOf(name.replace(/^HEATLAMP_/i, ''));
  const wanted = lettersOf(known);
  return letters === wanted || (wanted.length >= MIN_LETTERS && isOneEditApart(letters, wanted));
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '');
}
