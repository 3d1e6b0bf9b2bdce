import { loadAnswer } from '../load-answer';

/**
 * What keeps the front page fresh. Not Next's own refresh: when that fails it leaves the page for the browser's error
 * page, and the one moment that this page is for would be gone.
 */
export async function GET(request: Request): Promise<Response> {
  const answer = await loadAnswer(request.headers.get('cookie'));
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } });
}
