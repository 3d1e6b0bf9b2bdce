import type { Page } from '@playwright/test';

/**
 * Runs `act`, and presses the undo of the notice that contains `text`. Resolves to the text of the outcome. The page itself
 * presses it as soon as it is shown: an undo is possible for five seconds only, and its outcome is shown for two, which a
 * busy machine can need for one step of a test. With a `key`, the page presses that instead, once the card is gone too.
 */
export async function undoAtOnce(page: Page, text: string, act: () => Promise<void>, key?: string): Promise<string> {
  const asked = { text, place: text.split(' · ')[0], key };
  const watching = await page.evaluateHandle(({ text: wanted, place, key: pressed }) => {
    const isThere = () =>
      [...document.querySelectorAll('[data-ticket] h2')].some((one) => one.getAttribute('aria-label') === place);
    const textOf = (notice: Element | null) => notice?.querySelector('p')?.textContent ?? '';
    const outcome = new Promise<string>((resolve) => {
      let isPressed = false;
      const look = () => {
        if (!isPressed) {
          const button = [...document.querySelectorAll<HTMLButtonElement>('[data-notice=done] button')].find(
            (one) => one.checkVisibility() && textOf(one.closest('[data-notice]')).includes(wanted),
          );
          if (!button || (pressed !== undefined && isThere())) return;
          isPressed = true;
          const press = { key: pressed ?? '', bubbles: true, cancelable: true };
          if (pressed === undefined) button.click();
          else (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', press));
        }
        const over = document.querySelector('[data-notice=taken-back], [data-notice=refused]');
        if (!over) return;
        observer.disconnect();
        resolve(textOf(over));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    return { outcome };
  }, asked);
  await act();
  return watching.evaluate(({ outcome }) => outcome);
}
