import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { request } from './connection';
import { newStart, sendOnce } from './start-attacks';

const EVERY_MS = 500;
/** Long, because how long things take is measured by the deliveries beside it. */
const TIMEOUT_MS = 20_000;
const HERE = '127.0.0.1';
const CHECKS = ['/healthz', '/readyz', '/metrics'];

/** How many new connections got what they came for, of how many. */
export type LetIn = { deliveries: number; screens: number; checks: number; of: number };

/** Twice a second until a time (epoch ms), opens new connections: of a POS, a paired screen, and a health check. */
export async function watchOthers(url: string, token: string, until: number): Promise<LetIn> {
  const port = Number(new URL(url).port);
  const letIn: LetIn = { deliveries: 0, screens: 0, checks: 0, of: 0 };
  const rounds: Promise<void>[] = [];
  const round = async () => {
    const isOk = async (bytes: string | Buffer) =>
      /^HTTP\/1\.1 200 /.test(await sendOnce(port, bytes, HERE, TIMEOUT_MS));
    const checks = CHECKS.map((path) => isOk(request('GET', path, { Connection: 'close' })));
    const [delivery, screen, ...checked] = await Promise.all([isOk(newStart()), comesBack(url, token), ...checks]);
    if (delivery) letIn.deliveries += 1;
    if (screen) letIn.screens += 1;
    if (checked.every(Boolean)) letIn.checks += 1;
  };
  while (Date.now() < until) {
    letIn.of += 1;
    rounds.push(round());
    await wait(EVERY_MS);
  }
  await Promise.all(rounds);
  return letIn;
}

/** Whether a screen gets its board within twenty seconds. */
function comesBack(url: string, token: string): Promise<boolean> {
  const client = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS);
    const settle = (isBack: boolean) => {
      clearTimeout(timer);
      resolve(isBack);
    };
    client.once('board:snapshot', () => settle(true));
    client.once('connect_error', () => settle(false));
    client.once('disconnect', () => settle(false));
  }).finally(() => client.close());
}
