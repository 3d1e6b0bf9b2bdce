import type { ListedDelivery } from '../../contract/deliveries';
import type { RunningServer } from './running-server';

/** Adds a program: a screen of view `api`. */
export async function addProgram(server: RunningServer, branches = [1]): Promise<string> {
  const { token } = await server.command<{ token: string }>('screen add', { name: 'program', branches, view: 'api' });
  return token;
}

/** The newest deliveries, newest first. */
export async function newestDeliveries(server: RunningServer, token: string, query = ''): Promise<ListedDelivery[]> {
  const answer = await server.get(`/api/v1/deliveries?limit=1000${query}`, token);
  const { deliveries } = (await answer.json()) as { deliveries: ListedDelivery[] };
  return deliveries;
}
