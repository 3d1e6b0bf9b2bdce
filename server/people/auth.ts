import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/constants';
import { applyConfigChange, type ConfigChangeDeps } from '../board/stages';
import type { Config } from '../config';
import type { Sql } from '../storage/database';
import { PASSWORD_PROVIDER } from './managers';

export const SESSION_DAYS = 30;

/** The part of better-auth that is used: none of its pages, cookies or routes. */
export type Auth = {
  /** Returns the token of a new session; null for a wrong name or password, after the same time. */
  signIn: (username: string, password: string) => Promise<string | null>;
  hash: (password: string) => Promise<string>;
  /** Whether this is the password of a manager. */
  isPassword: (managerId: string, password: string) => Promise<boolean>;
  /** Opens a session for a manager who was identified by a link. */
  openSession: (managerId: string) => Promise<string>;
};

type AuthDeps = ConfigChangeDeps & {
  sessionSecret: string;
  config: Pick<Config, 'databaseUrl'>;
  hashPassword?: Auth['hash'] | undefined;
};

/** Loads better-auth at the first sign-in: it takes 30 MB, and most days nobody signs in. */
export function createAuth(deps: AuthDeps): () => Promise<Auth> {
  let loaded: Promise<Auth> | null = null;
  return () => {
    loaded ??= load(deps);
    return loaded;
  };
}

async function load(deps: AuthDeps): Promise<Auth> {
  const [{ betterAuth }, { username }, { prismaAdapter }, { isAPIError }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/plugins/username'),
    import('better-auth/adapters/prisma'),
    import('better-auth/api'),
  ]);
  const auth = betterAuth({
    appName: 'Heatlamp',
    baseURL: 'http://heatlamp',
    secret: deps.sessionSecret,
    database: prismaAdapter(throughTheQueue(deps), {
      provider: deps.config.databaseUrl === null ? 'sqlite' : 'postgresql',
    }),
    // Its schemas require an e-mail address, which our managers do not have.
    advanced: { database: { validateSchema: false } },
    user: { modelName: 'manager' },
    account: { modelName: 'managerAccount' },
    session: { modelName: 'managerSession', expiresIn: SESSION_DAYS * 86_400 },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    // Names are validated when managers are added. At sign-in every name is checked, so that all take the same time.
    plugins: [
      username({
        minUsernameLength: 1,
        maxUsernameLength: Number.MAX_SAFE_INTEGER,
        usernameValidator: () => true,
        usernameNormalization: false,
        displayUsername: false,
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  const context = await auth.$context;
  return {
    async signIn(name, password) {
      try {
        const { token } = await auth.api.signInUsername({ body: { username: name, password } });
        return token;
      } catch (error) {
        if (isAPIError(error) && error.statusCode === 401) return null;
        throw error;
      }
    },
    hash: deps.hashPassword ?? ((password) => context.password.hash(password)),
    async isPassword(userId, password) {
      const where = { userId, providerId: PASSWORD_PROVIDER };
      const account = await deps.queue.run((sql) => sql.managerAccount.findFirst({ where }));
      return account?.password ? context.password.verify({ hash: account.password, password }) : false;
    },
    openSession: async (managerId) => (await context.internalAdapter.createSession(managerId)).token,
  };
}

const MODELS = ['manager', 'managerAccount', 'managerSession'] as const;
const READS = /^(?:find|count)/;

type Operation = (argument: unknown) => Promise<unknown>;

/** Operations like those of Prisma's client, which all go through the write queue. */
function throughTheQueue(deps: ConfigChangeDeps): Record<string, Record<string, Operation>> {
  const operations = (model: (typeof MODELS)[number]) =>
    new Proxy<Record<string, Operation>>(
      {},
      {
        get: (_, operation: string) => (argument: unknown) => {
          const work = (sql: Sql) => (sql[model] as unknown as Record<string, Operation>)[operation]?.(argument);
          return READS.test(operation)
            ? deps.queue.run(async (sql) => work(sql))
            : applyConfigChange(deps, async (sql) => work(sql));
        },
      },
    );
  return Object.fromEntries(MODELS.map((model) => [model, operations(model)]));
}
