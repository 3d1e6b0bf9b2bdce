import { percentile } from '../../lib/percentile';
import type { Subject } from './subject';
import type { TimedResponse } from './timed-request';

/** Number of requests of each kind. */
export type Scale = { deliveries: number; boards: number; pages: number };

/** Figures of one round. Latencies in ms. */
export type RequestFigures = {
  health: number;
  acknowledged: { p50: number; p99: number };
  board: number;
  boardBytes: number;
  /** By the name of the page. */
  pages: Record<string, number>;
};

/** Measures every kind of request, one request at a time. */
export async function measureRequests(subject: Subject, { deliveries, boards, pages }: Scale): Promise<RequestFigures> {
  const health = await repeat(boards, subject.health);
  const acknowledged = (await repeat(deliveries, subject.deliver)).map(({ ms }) => ms);
  const boardResponses = await repeat(boards, subject.board);
  const pageFigures: RequestFigures['pages'] = {};
  for (const page of subject.pages) pageFigures[page.name] = median(await repeat(pages, () => subject.history(page)));
  return {
    health: median(health),
    acknowledged: { p50: percentile(acknowledged, 0.5), p99: percentile(acknowledged, 0.99) },
    board: median(boardResponses),
    boardBytes: boardResponses.at(-1)?.text.length ?? 0,
    pages: pageFigures,
  };
}

async function repeat(count: number, send: () => Promise<TimedResponse>): Promise<TimedResponse[]> {
  const responses: TimedResponse[] = [];
  for (let done = 0; done < count; done += 1) responses.push(await send());
  return responses;
}

function median(responses: readonly TimedResponse[]): number {
  return percentile(
    responses.map(({ ms }) => ms),
    0.5,
  );
}
