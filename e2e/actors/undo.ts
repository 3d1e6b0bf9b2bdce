import type { Page } from '@playwright/test';

/** The notices of a tap, as read on the screen. */
export type UndoneTap = {
  /** What the tap did. */
  done: string;
  /** What the undo did. */
  outcome: string;
};

/**
 * Runs `act`, and presses the undo of its notice in the page as soon as it is shown: the undo is possible for five seconds
 * only, and its outcome is shown for two, which a busy machine can need for one step of a test.
 */
export async function undoAtOnce(page: Page, act: () => Promise<void>): Promise<UndoneTap> {
  const watching = await page.evaluateHandle(() => {
    const buttonsNow = () =>
      [...document.querySelectorAll<HTMLButtonElement>('[data-notice=done] button')].filter((button) =>
        button.checkVisibility(),
      );
    const textOf = (notice: Element | null) => notice?.querySelector('p')?.textContent ?? '';
    const earlier = new Set(buttonsNow());
    const undone = new Promise<{ done: string; outcome: string }>((resolve) => {
      let done: string | null = null;
      const look = () => {
        if (done === null) {
          const button = buttonsNow().find((one) => !earlier.has(one));
          if (!button) return;
          done = textOf(button.closest('[data-notice]'));
          button.click();
        }
        const over = document.querySelector('[data-notice=taken-back], [data-notice=refused]');
        if (!over) return;
        observer.disconnect();
        resolve({ done, outcome: textOf(over) });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['data-notice'],
      });
    });
    return { undone };
  });
  await act();
  return watching.evaluate(({ undone }) => undone);
}
