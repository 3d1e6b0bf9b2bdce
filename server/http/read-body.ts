import type { IncomingMessage } from 'node:http';
import type { BodyProblem } from '../../contract/constants';

export const MAX_BODY_BYTES = 256 * 1024;
/** Maximum size in bytes of a body from an unknown sender: a name and password, or a token. */
export const MAX_FORM_BYTES = 4 * 1024;
const BODY_TIMEOUT_MS = 15_000;
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARD_MS = 1_000;

export type ReadBody = { ok: true; body: Buffer } | { ok: false; why: BodyProblem };

/** Why a body could not be read, in words. `maxBytes` is the limit that it was read with. */
export function bodyError(why: BodyProblem, maxBytes = MAX_BODY_BYTES): string {
  const errors: Record<BodyProblem, string> = {
    'too-large': `the body is larger than ${maxBytes / 1024} KB`,
    encoded: 'the body is compressed',
    'cut-short': 'the body was cut short',
    'too-slow': 'the body took longer than 15 s',
    gone: 'the sender disconnected before the body was complete',
  };
  return errors[why];
}

type BodyLimits = {
  /** In bytes. */
  maxBytes?: number;
  timeoutMs?: number;
  /** Called with the size of what has arrived, again and again. */
  onBytes?: (bytes: number) => void;
  /** Stops reading, and forgets what has arrived. */
  signal?: AbortSignal;
};

/** Why a body is refused because of its headers; null if they allow it. */
export function refuseByHeaders(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): 'too-large' | 'encoded' | null {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return 'encoded';
  return Number(request.headers['content-length'] ?? 0) > maxBytes ? 'too-large' : null;
}

/** Reads a body: at most 256 KB by default, within 15 s. Stops reading as soon as a limit is exceeded. */
export function readBody(
  request: IncomingMessage,
  { maxBytes = MAX_BODY_BYTES, timeoutMs = BODY_TIMEOUT_MS, onBytes, signal }: BodyLimits = {},
): Promise<ReadBody> {
  const refused = refuseByHeaders(request, maxBytes);
  if (request.destroyed) return Promise.resolve({ ok: false, why: 'gone' });
  if (refused) return discard(request).then(() => ({ ok: false, why: refused }));
  const body = bufferedBody(request);
  if (body) return Promise.resolve({ ok: true, body });

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: ReadBody) => {
      clearTimeout(timer);
      request.removeListener('data', take);
      resolve(result);
      // The request keeps this function as a listener while it waits for its answer.
      chunks.length = 0;
    };
    const take = (chunk: Buffer) => {
      onBytes?.(chunk.length);
      if (signal?.aborted) return;
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      clearTimeout(timer);
      request.removeListener('data', take);
      void discard(request).then(() => settle({ ok: false, why: 'too-large' }));
    };
    const timer = setTimeout(() => settle({ ok: false, why: 'too-slow' }), timeoutMs);
    request.on('data', take);
    signal?.addEventListener('abort', () => {
      settle({ ok: false, why: 'gone' });
      request.pause();
    });
    // While a body that is too large is discarded, it may also end; the first result counts.
    const unlessTooLarge = (result: ReadBody) => {
      if (size <= maxBytes) settle(result);
    };
    request.once('end', () =>
      unlessTooLarge(
        request.complete ? { ok: true, body: Buffer.concat(chunks, size) } : { ok: false, why: 'cut-short' },
      ),
    );
    // A request that ends early is closed in any case.
    request.once('close', () => unlessTooLarge({ ok: false, why: 'gone' }));
  });
}

/** The body if it has arrived with its headers, as small ones do; needs no timer. Null otherwise. */
function bufferedBody(request: IncomingMessage): Buffer | null {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (request.readableLength !== declared || request.destroyed) return null;
  const body: Buffer | null = request.read();
  // A request closes only after its end has been read.
  request.resume();
  return body ?? Buffer.alloc(0);
}

/**
 * Reads and discards the rest of a body for a moment: a client that is disconnected while it sends sees a broken
 * connection instead of the response.
 */
export function discard(request: IncomingMessage): Promise<void> {
  return new Promise((done) => {
    let size = 0;
    const finish = () => {
      clearTimeout(timer);
      request.removeListener('data', count);
      request.pause();
      done();
    };
    const count = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_DISCARDED_BYTES) finish();
    };
    const timer = setTimeout(finish, MAX_DISCARD_MS);
    request.on('data', count);
    request.once('end', finish);
    request.once('close', finish);
  });
}
