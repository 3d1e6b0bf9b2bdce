import { readFileSync, writeFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { type Delivery, parseDeliveries, parseTruth, type Service, type Truth } from './generate-service';
import { offsetOf } from './message';

// Parsers of options. They throw the expected form; commander adds the name of the option.

/** A whole number of at least `min`. */
export function wholeFrom(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
    throw new InvalidArgumentError(`Expected a whole number of at least ${min}.`);
  };
}

/** A number above 0, also with a fraction. */
export function aboveZero(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** A share of the deliveries, 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a share from 0 to 1, such as 0.1.');
}

/** How many times faster, Infinity for `max`. */
export function speed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number above 0, or max.');
}

/** A 32-bit seed. */
export function seed(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value < 2 ** 32) return value;
  throw new InvalidArgumentError(`Expected a whole number below ${2 ** 32}.`);
}

/** An HTTP address. */
export function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:') return url;
  throw new InvalidArgumentError('Expected an address such as http://127.0.0.1:3000.');
}

/** An instant with its offset. */
export function timestamp(text: string): string {
  if (offsetOf(text) !== null) return text;
  throw new InvalidArgumentError('Expected a time stamp such as 2026-06-19T17:30:00+02:00.');
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** The truth file of a service file: `evening.truth.json` beside `evening.jsonl`. */
export function truthFileOf(file: string): string {
  return `${file.replace(/\.jsonl$/, '')}.truth.json`;
}

/** Reads the deliveries of a service file. @throws Error if it is missing or invalid */
export function readDeliveries(file: string): Delivery[] {
  return parseDeliveries(readText(file), file);
}

/** Reads a truth file. @throws Error if it is missing or invalid */
export function readTruth(file: string): Truth {
  return parseTruth(readText(file), file);
}

/** Writes the deliveries to `file`, and the truth beside it. */
export function writeService(file: string, service: Service): void {
  writeFileSync(file, service.deliveries.map((delivery) => `${JSON.stringify(delivery)}\n`).join(''));
  writeTruth(truthFileOf(file), service.truth);
}

/** Writes a truth in the format of the fixture. */
export function writeTruth(file: string, truth: Truth): void {
  writeFileSync(file, `${JSON.stringify(truth, null, 1)}\n`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Error(missing ? `${file} does not exist` : `${file} cannot be read: ${String(error)}`);
  }
}
