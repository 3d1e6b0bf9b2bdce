import { z } from 'zod';
import { reachableOrigins } from '../http/own-addresses';
import { UserError } from '../user-error';
import { authorOf } from './access';
import { asProblem } from './as-problem';
import { type ApiDeps, endpoint } from './endpoint';
import { addedReply, byId } from './subscriptions';

export const showSecretEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/:id/secret',
  summary: 'The newest secret of a subscription again, until the first delivery with it was accepted.',
  views: [],
  managers: 'owners',
  alsoRefuses: [409],
  query: byId,
  body: z.strictObject({}),
  reply: addedReply,
  async handle({ deps, viewer, query: { id }, request }) {
    const secret = await unusedSecret(deps, id).catch(asProblem);
    deps.audit.count({ ...authorOf(viewer, request, deps), action: 'secret-shown', subject: id });
    return { id, secret, baseUrls: reachableOrigins(deps.config, request.headers) };
  },
});

/** The newest secret of a subscription, if the POS has not used it yet. @throws UserError */
async function unusedSecret({ reader, subscriptions, now }: ApiDeps, id: string): Promise<string> {
  const listed = (await reader.read('subscriptions', now())).find((subscription) => subscription.id === id);
  // After a rotation, the old one has an end.
  const newest = subscriptions()
    .get(id)
    ?.secrets.find(({ validUntil }) => validUntil === null);
  if (!listed || !newest) throw new UserError(`there is no secret of a subscription ${id}`, 'unknown');
  if (!listed.isSecretUnused)
    throw new UserError(`the POS uses the secret of ${id} already, so it is not shown any more`, 'in-use');
  return newest.secret;
}
