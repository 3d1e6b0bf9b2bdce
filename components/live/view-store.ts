import { FIRST_VIEW, type LiveView } from './live-view';

/** Holds the current view of a board, for `useSyncExternalStore`. */
export type ViewStore = {
  view: () => LiveView;
  /** Replaces the view and notifies the listeners. */
  show: (next: LiveView) => void;
  /** Call the result to stop. */
  subscribe: (listener: () => void) => () => void;
  isRefused: () => boolean;
};

export function createViewStore(): ViewStore {
  const listeners = new Set<() => void>();
  let view: LiveView = FIRST_VIEW;

  return {
    view: () => view,
    show(next) {
      view = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isRefused: () => view.link.kind === 'refused',
  };
}
