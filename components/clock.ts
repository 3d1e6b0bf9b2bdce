const TICK_MS = 1_000;
/** Number of subscribers per frame; a card has three. */
const LOOKS_PER_FRAME = 24;
/** A subscriber that renders counts as so many: when a minute is over, many cards do in the same second. */
const LOOKS_PER_RENDER = 6;

/** Returns true if it makes React render. */
type Listener = () => unknown;

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
  else waiting.splice(0).forEach(notify);
}

function look(): void {
  for (let room = LOOKS_PER_FRAME; room > 0 && waiting.length > 0; )
    room -= notify(waiting.shift()) ? LOOKS_PER_RENDER : 1;
  if (waiting.length > 0) requestAnimationFrame(look);
}

function notify(listener: Listener | undefined): boolean {
  return listener !== undefined && listeners.has(listener) && listener() === true;
}
