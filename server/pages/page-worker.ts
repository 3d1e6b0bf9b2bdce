import type { IncomingMessage, ServerResponse } from 'node:http';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import inject from 'light-my-request';
import { answerRequests, requestsTo } from '../thread';
import { type PageServer, setPageServer } from './page-server';
import type { PageQuestion, PageRequest, PageThreadData, RenderedPage } from './page-thread';
import { prepareNext } from './prepare-next';

const { address, server } = workerData as PageThreadData;
const parent = parentPort as MessagePort;

/**
 * When this much garbage of pages has gathered, it is collected. V8 by itself would let it grow by three quarters of
 * what is in use, and more for the bytes outside its heap.
 */
const MAX_GARBAGE_BYTES = 8 * 1024 * 1024;

// Next listens too, and would continue in a state that may be wrong.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    parent.postMessage({ failure: error instanceof Error ? error.stack : String(error) });
    process.exit(1);
  });

const questions = requestsTo(server);

// Every part of the server that pages may use, as a question to the main thread.
setPageServer(
  new Proxy({} as PageServer, {
    get:
      (_, name: keyof PageServer) =>
      (...input: readonly unknown[]) =>
        questions.send({ name, input } satisfies PageQuestion),
  }),
);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
let usedBytes = 0;

function memoryUsed(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

function collectGarbage(): void {
  if (memoryUsed() < usedBytes + MAX_GARBAGE_BYTES) return;
  collect();
  usedBytes = memoryUsed();
}

const next = await prepareNext(false, address);

async function render({ url, headers }: PageRequest): Promise<RenderedPage> {
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    // Fails this page only.
    void next.answer(request, response).catch((error: Error) => response.destroy(error));
  const sent = await inject(answer as unknown as Parameters<typeof inject>[0], { method: 'GET', url, headers });
  collectGarbage();
  return { status: sent.statusCode, headers: sent.headers as RenderedPage['headers'], body: sent.rawPayload };
}

answerRequests(parent, render);
parent.postMessage({ isReady: true });
