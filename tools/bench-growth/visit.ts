import { percentile } from '../../lib/percentile';
import type { Subject } from './subject';
import type { Timed } from './timed-request';

/** How often each thing is asked in one visit. */
export type Scale = { deliveries: number; looks: number; pages: number };

/** What one visit to a server found. Times in ms. */
export type Visit = {
  health: number;
  acknowledged: { p50: number; p99: number };
  board: number;
  boardBytes: number;
  /** By the name of the page. */
  pages: Record<string, number>;
};

/** Requests everything from a server, one request at a time, so that slow ones do not delay each other. */
export async function visit(subject: Subject, { deliveries, looks, pages }: Scale): Promise<Visit> {
  const health = await several(looks, subject.health);
  const acknowledged = (await several(deliveries, subject.deliver)).map(({ ms }) => ms);
  const boards = await several(looks, subject.board);
  const found: Visit['pages'] = {};
  for (const page of subject.pages) found[page.name] = median(await several(pages, () => subject.history(page)));
  return {
    health: median(health),
    acknowledged: { p50: percentile(acknowledged, 0.5), p99: percentile(acknowledged, 0.99) },
    board: median(boards),
    boardBytes: boards.at(-1)?.text.length ?? 0,
    pages: found,
  };
}

async function several(count: number, ask: () => Promise<Timed>): Promise<Timed[]> {
  const replies: Timed[] = [];
  for (let done = 0; done < count; done += 1) replies.push(await ask());
  return replies;
}

function median(replies: readonly Timed[]): number {
  return percentile(
    replies.map(({ ms }) => ms),
    0.5,
  );
}
