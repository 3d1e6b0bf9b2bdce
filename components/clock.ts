const TICK_MS = 1_000;
/** Number of subscribers per frame; the time on a card has three. */
const LOOKS_PER_FRAME = 24;

type Listener = () => void;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Subscribers that still have to be notified this second. */
let waiting: Listener[] = [];

/**
 * The page's only timer: it notifies once a second, and subscribers compute the time themselves. Many subscribers are
 * spread over several frames in order: writing and painting two hundred timers at once blocks a cheap device
 * noticeably. Returns the function that unsubscribes.
 */
export function onTick(listener: Listener): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    waiting = [];
  };
}

function tick(): void {
  // Hidden pages have no frames; then, and outside a browser, all are notified at once.
  const hasFrames = typeof requestAnimationFrame === 'function' && !document.hidden;
  if (hasFrames && waiting.length > 0) return; // still busy with the last second
  waiting = [...listeners];
  if (hasFrames) requestAnimationFrame(look);
  else notify(waiting.splice(0));
}

function look(): void {
  const next = waiting.splice(0, LOOKS_PER_FRAME);
  if (waiting.length > 0) requestAnimationFrame(look);
  notify(next);
}

function notify(some: Listener[]): void {
  for (const listener of some) if (listeners.has(listener)) listener();
}
