import { readFileSync, writeFileSync } from 'node:fs';
import { type Delivery, parseDeliveries, parseTruth, type Service, type Truth } from './service';

/** Where the truth of a service file is kept: `evening.truth.json` beside `evening.jsonl`. */
export function truthFileOf(file: string): string {
  return `${file.replace(/\.jsonl$/, '')}.truth.json`;
}

/** The deliveries in a file. Throws an Error in one line when it is missing or a line of it cannot be used. */
export function readDeliveries(file: string): Delivery[] {
  return parseDeliveries(readText(file), file);
}

/** The truth in a file. Throws an Error in one line when it is missing or not a truth. */
export function readTruth(file: string): Truth {
  return parseTruth(readText(file), file);
}

/** Writes the deliveries to `file` and the truth beside it. */
export function writeService(file: string, service: Service): void {
  writeFileSync(file, service.deliveries.map((delivery) => `${JSON.stringify(delivery)}\n`).join(''));
  writeTruth(truthFileOf(file), service.truth);
}

/** Writes a truth the way the fixture's is written. */
export function writeTruth(file: string, truth: Truth): void {
  writeFileSync(file, `${JSON.stringify(truth, null, 1)}\n`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Error(missing ? `there is no file ${file}` : `${file} cannot be read: ${String(error)}`);
  }
}
