/** The value of a cookie in a `Cookie` header; null if it is missing. The first one of that name counts. */
export function cookieNamed(name: string, sent: string | null | undefined): string | null {
  for (const cookie of (sent ?? '').split(';')) {
    const [key, value] = cookie.trim().split('=');
    if (key === name) return value ?? '';
  }
  return null;
}
