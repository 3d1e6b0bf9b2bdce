/** The value of a cookie in a request's `Cookie` header; null where it is not there. The first of a name counts. */
export function cookieNamed(name: string, sent: string | null | undefined): string | null {
  for (const cookie of (sent ?? '').split(';')) {
    const [key, value] = cookie.trim().split('=');
    if (key === name) return value ?? '';
  }
  return null;
}
