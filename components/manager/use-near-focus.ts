import { type RefObject, useEffect } from 'react';
import { listenTo } from '../browser';

/** An element, and its ancestors inside the ground from the nearest, each with the index of its child on the way. */
type Place = { element: Element; path: { parent: Element; index: number }[] };

/**
 * Keeps the focus of somebody who uses the keyboard where it was: when the focused element is removed, what took its
 * place gets the focus. When all of the ground is replaced, as by another page, nothing happens.
 */
export function useNearFocus(ground: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = ground.current;
    if (!root) return;
    let last: Place | null = null;
    const remember = () => {
      const element = document.activeElement;
      const isHere = element && root.contains(element) && element.matches(':focus-visible');
      last = isHere ? { element, path: pathOf(element, root) } : null;
    };
    const keep = () => {
      if (last?.element.isConnected) last.path = pathOf(last.element, root);
      else if (last && document.activeElement === document.body) focus(nearest(last.path));
    };
    // After a click elsewhere nothing has the focus either.
    const release = listenTo(document, ['focusin', 'pointerup'], remember);
    const observer = new MutationObserver(keep);
    observer.observe(root, { subtree: true, childList: true });
    return () => {
      observer.disconnect();
      release();
    };
  }, [ground]);
}

function pathOf(element: Element, root: Element): Place['path'] {
  const path: Place['path'] = [];
  for (let child = element; child.parentElement && child.parentElement !== root; child = child.parentElement)
    path.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return path;
}

/** What is at the end of the path now, or else the nearest before or around it. */
function nearest(path: Place['path']): Element | null | undefined {
  return path
    .filter(({ parent }) => parent.isConnected)
    .flatMap(({ parent, index }) => [parent.children[index] ?? parent.lastElementChild, parent])
    .find((each) => each && each.getClientRects().length > 0);
}

/** Focuses an element that need not be a control. */
function focus(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus();
}
