const TICK_MS = 1_000;
/** So many listeners look in one frame; what a card shows of the time takes three. */
const LOOKS_PER_FRAME = 24;

type Listener = () => void;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Who has not yet looked this second. */
let waiting: Listener[] = [];

/**
 * The page's one ticking clock: it only says "look again", what the time is comes from instants. Many listeners look
 * over several frames, in the order in which they came: two hundred timers that are written and drawn in one go hold a
 * cheap device up for longer than an eye, or a finger, forgives. Returns the release.
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
  // A page that nobody sees draws no frames; then, and outside a browser, all look at once.
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
