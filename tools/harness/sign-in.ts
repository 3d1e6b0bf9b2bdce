/** Signs a manager in with the one-time link of `manager add`. Returns the browser's `Cookie` header. */
export async function signIn(url: string, link: string): Promise<string> {
  const token = link.slice(link.indexOf('#') + 1);
  const response = await fetch(`${url}/api/auth/set-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password: 'a lamp above the pass' }),
  });
  if (!response.ok) throw new Error(`signing in returned ${response.status}: ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return cookies.filter((cookie) => !cookie.endsWith('=')).join('; ');
}
