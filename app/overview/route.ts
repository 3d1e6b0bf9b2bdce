import { loadAnswer } from '../load-answer';

/**
 * Data for refreshing the home page. Next's own refresh would replace the page by the browser's error page on a
 * failure, which is the very moment that the page exists for.
 */
export async function GET(request: Request): Promise<Response> {
  const answer = await loadAnswer(request.headers.get('cookie'));
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } });
}
