import { LANGUAGE_COOKIE } from '../../lib/language';

const YEAR_SECONDS = 365 * 86_400;

/** Chooses the language of this device, and shows the page in it. The fragment of the address stays. */
export function chooseLanguage(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store in all supported versions
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  const address = new URL(window.location.href);
  const isInAddress = address.searchParams.has('lang');
  address.searchParams.delete('lang');
  // An address that differs in nothing but its fragment would not load the page again.
  if (isInAddress) window.location.assign(address);
  else window.location.reload();
}
