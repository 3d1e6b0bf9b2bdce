import * as z from 'zod';
import { liveShape } from '../../contract/live-branches';
import { branchParameter } from '../http/parameters';
import { liveOf } from '../live/live-branches';
import { branchFor } from './access';
import { endpoint } from './endpoint';

export const liveEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/live',
  summary:
    'The current state of the kitchen: its pace in the last 15 minutes, courses in progress, the POS, and connected screens. By default for all branches of the caller.',
  views: ['api'],
  query: z.strictObject({ branch: branchParameter }),
  reply: liveShape,
  async handle({ deps, viewer, query }) {
    return liveOf(deps, query.branch === undefined ? viewer.branches : [branchFor(viewer, query.branch)]);
  },
});
