import type { ListedDelivery } from '../../contract/deliveries';
import type { RunningServer } from './running-server';

/** Adds a program: a screen of view `api`; or one of another view. Resolves to its token. */
export async function addProgram(server: RunningServer, branches = [1], view = 'api'): Promise<string> {
  const { token } = await server.command<{ token: string }>('screen add', { name: 'program', branches, view });
  return token;
}

/** The newest deliveries, newest first. */
export async function newestDeliveries(server: RunningServer, token: string, query = ''): Promise<ListedDelivery[]> {
  const answer = await server.get(`/api/v1/deliveries?limit=1000${query}`, token);
  const { deliveries } = (await answer.json()) as { deliveries: ListedDelivery[] };
  return deliveries;
}
