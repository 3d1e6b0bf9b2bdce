/** Whether an address only works on the machine itself: useless in the settings of a POS elsewhere. */
export function isLoopback(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}
