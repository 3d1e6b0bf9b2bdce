/**
 * The worker that shows notices while the page is hidden. Browsers allow one only over https and on localhost; null
 * elsewhere.
 */
export async function openWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    // Absent outside a secure context, contrary to its type.
    const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
    if (!serviceWorker) return null;
    await serviceWorker.register('/worker.js');
    return await serviceWorker.ready;
  } catch {
    return null;
  }
}

/** Whether the page runs as an installed app, or fills the screen. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;
}
