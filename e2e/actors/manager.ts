import type { Page } from '@playwright/test';
import type { ServerProcess } from '../server-process';

type Wanted = {
  name?: string;
  role?: 'owner' | 'manager';
  /** Omitted for every branch. */
  branches?: number[];
};

/** A user who may sign in. */
type Manager = { name: string; password: string };

export type Managers = {
  /** Adds a user who still has to set a password, and returns the link for that. */
  invites: (wanted?: Wanted) => Promise<{ name: string; link: string }>;
  /** Adds a user and signs them in, in the browser of this page, without using the sign-in pages. */
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
