import type { Page } from '@playwright/test';
import type { ServerProcess } from '../server-process';

type Wanted = {
  name?: string;
  role?: 'owner' | 'manager';
  /** Left out: every branch. */
  branches?: number[];
};

/** Somebody who may sign in. */
export type Manager = { name: string; password: string };

export type Managers = {
  /** Adds one whose password is still to be set, by this link. */
  invites: (wanted?: Wanted) => Promise<{ name: string; link: string }>;
  /** Adds one and signs them in, in the browser of this page; without the pages that are for that. */
  signsIn: (page: Page, wanted?: Wanted) => Promise<Manager>;
};

const PASSWORD = 'a lamp above the pass';
let people = 0;

export function createManagers(server: ServerProcess): Managers {
  const managers: Managers = {
    async invites({ name, role = 'manager', branches } = {}) {
      people += 1;
      const options = ['--role', role, ...(branches ? ['--branch', branches.join(',')] : [])];
      return server.heatlamp('manager', 'add', name ?? `Anna ${people}`, ...options);
    },
    async signsIn(page, wanted) {
      const { name, link } = await managers.invites(wanted);
      const data = { token: link.slice(link.indexOf('#') + 1), password: PASSWORD };
      const answer = await page.context().request.post(`${server.url}/api/auth/set-password`, { data });
      if (!answer.ok()) throw new Error(`signing in was answered ${answer.status()}: ${await answer.text()}`);
      return { name, password: PASSWORD };
    },
  };
  return managers;
}
