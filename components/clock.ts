const TICK_MS = 1_000;
/** Number of subscribers per frame that change nothing; a card has three. */
const LOOKS_PER_FRAME = 48;
/** Limit of frames in which the subscribers of one second run, also with two hundred cards. */
const MAX_FRAMES = 20;
/** Weight of a text that is laid out and painted again. */
const LOOKS_PER_TEXT = 6;
/** Weight of a subscriber that renders: when a minute is over, many cards do in the same second. */
const LOOKS_PER_RENDER = 14;

/** Returns `true` if it makes React render, `'text'` if it wrote a text, and anything else if it changed nothing. */
type Listener = () => unknown;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Subscribers that still have to be notified this second. */
let waiting: Iterator<Listener> | undefined;

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
    waiting = undefined;
  };
}

function tick(): void {
  // Hidden pages have no frames; then, and outside a browser, all are notified at once.
  if (typeof requestAnimationFrame !== 'function' || document.hidden) {
    waiting = undefined;
    for (const listener of listeners) listener();
  } else if (!waiting) {
    // Unless the last second is still being shown. The iterator leaves out subscribers that unsubscribe meanwhile.
    waiting = listeners.values();
    requestAnimationFrame(look);
  }
}

function look(): void {
  try {
    for (let room = Math.max(LOOKS_PER_FRAME, listeners.size / MAX_FRAMES); room > 0; ) {
      const next = waiting?.next();
      if (!next || next.done) {
        waiting = undefined;
        return;
      }
      const changed = next.value();
      room -= changed === true ? LOOKS_PER_RENDER : changed === 'text' ? LOOKS_PER_TEXT : 1;
    }
  } finally {
    // Also after a subscriber that throws: an old board would look fresh if the clock stopped.
    if (waiting) requestAnimationFrame(look);
  }
}
