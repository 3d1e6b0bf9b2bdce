/** Who may import whom. Paths are relative to the project and matched from their start. */
export type ImportRule = {
  /** The files that the rule is for. */
  from: RegExp;
  /** Files of the project that they may import themselves. */
  direct: RegExp;
  /** Files that they may reach through the whole chain; left out where a direct import opens a way in. */
  chain?: RegExp;
  /** Packages and node: modules that neither they nor what they reach may import. */
  noPackage?: RegExp;
  /** Packages that they may reach, but not import themselves. */
  noDirectPackage?: RegExp;
};

const SHARED = 'contract/|domain/|lib/|prisma/generated/';
/** What history and reports are read with. */
const READ_REACHES = `server/(?:history|reports|sql)/|${SHARED}`;
/** What a page may reach of the server: queries, and who asks; nothing that writes. */
const PAGES_REACH = `server/(?:deliveries|history|pages|reports|session|sql)/|server/http/(?:cursor|redact-headers)\\.|${SHARED}`;

/**
 * The directions of imports (CONTRIBUTING.md). biome.jsonc checks direct imports in the editor; these rules also check
 * chains: a page that reaches the write queue through other files has a second copy of it, because Next's bundle and
 * the server are separate module instances.
 */
export const importRules: ImportRule[] = [
  { from: /^lib\//, direct: /^lib\//, chain: /^lib\//, noPackage: /./ },
  { from: /^contract\//, direct: /^contract\//, chain: /^contract\//, noPackage: /./ },
  {
    from: /^domain\//,
    direct: /^(?:contract|domain|lib)\//,
    chain: /^(?:contract|domain|lib)\//,
    noPackage: /./,
  },
  {
    from: /^components\//,
    direct: /^(?:components|contract|domain|lib|messages)\//,
    chain: /^(?:components|contract|domain|lib|messages)\//,
    noPackage: /^(?:node:|@prisma\/|better-sqlite3)/,
  },
  { from: /^components\/(?!live\/)/, direct: /./, noDirectPackage: /^socket\.io-client/ },
  {
    from: /^app\//,
    direct:
      /^(?:(?:app|components|contract|domain|lib|messages|server\/(?:deliveries|history|pages|reports))\/|server\/http\/cursor\.)/,
    chain: new RegExp(`^(?:(?:app|components|messages)/|${PAGES_REACH})`),
  },
  {
    from: /^server\/(?:history|reports)\//,
    direct: new RegExp(`^(?:${READ_REACHES})`),
    chain: new RegExp(`^(?:${READ_REACHES})`),
  },
  { from: /^server\//, direct: /^(?:server|contract|domain|lib|prisma\/generated)\// },
  {
    // The network-chaos test's screens are the product's own, and so are the lists whose rows an evening is measured
    // by.
    from: /^(?:tools|e2e)\/(?!migrations\/)/,
    direct:
      /^(?:(?:tools|e2e|contract|domain|lib|prisma\/generated)\/|components\/(?:live\/(?:freshness|live-store|live-view)|pass\/(?:arrange|course-state|pass-choices)|ready\/arrange)\.|server\/(?:cli\/command-line\.|create-server\.|config(?:\/|\.)|board\/|heartbeat\/|intake\/|history\/|reader\/queries\.|reports\/|testing\/(?:routes|events|kitchen)\.|webhooks\/(?:events|shapes|sign|translate)\.))/,
  },
  // Creating a migration needs the server's code that applies migrations.
  { from: /^tools\/migrations\//, direct: /^(?:tools\/|server\/storage\/(?:migrate|project-root)\.)/ },
];
