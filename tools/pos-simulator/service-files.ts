import { readFileSync, writeFileSync } from 'node:fs';
import { type Delivery, parseDeliveries, parseTruth, type Service, type Truth } from './service';

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
