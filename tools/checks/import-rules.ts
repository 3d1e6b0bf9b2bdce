/** A rule for imports. Paths are relative to the project. */
export type ImportRule = {
  /** The files to which the rule applies. */
  from: RegExp;
  /** Files of the project that they may import directly. */
  direct: RegExp;
  /** Files of the project that they may reach through other files; any if absent. */
  chain?: RegExp;
  /** Packages and node: modules that they may not import, directly or through other files. */
  noPackage?: RegExp;
  /** Packages that they may not import directly. */
  noDirectPackage?: RegExp;
};

const SHARED = 'contract/|domain/|lib/|prisma/generated/';
/** What history and reports may reach. */
const READ_REACHES = `server/(?:history|reports|sql)/|${SHARED}`;
/** What a page may reach of the server: queries and sessions, but nothing that writes. */
const PAGES_REACH = `server/(?:deliveries|history|pages|reports|session|sql)/|server/http/(?:cursor|redact-headers)\\.|${SHARED}`;

/**
 * The directions of imports (CONTRIBUTING.md). biome.jsonc checks direct imports in the editor. These rules also check
 * chains: a page that reaches the write queue through other files would have a second instance of it, because Next
 * bundles modules separately from the server.
 */
export const importRules: ImportRule[] = [
  { from: /^lib\//, direct: /^lib\//, chain: /^lib\//, noPackage: /./ },
  { from: /^messages\//, direct: /^messages\//, chain: /^messages\//, noPackage: /./ },
  { from: /^contract\//, direct: /^contract\//, chain: /^contract\//, noPackage: /^(?!zod$)/ },
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
    // Browsers load the constants of the contract, and of its shapes only the types.
    noPackage: /^(?:node:|@prisma\/|better-sqlite3|zod$)/,
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
    // Some rigs run the product's client, and measure-evening its lists of waiting rows.
    from: /^(?:tools|e2e)\/(?!migrations\/|harness\/mutants\/)/,
    direct:
      /^(?:(?:tools|e2e|contract|domain|lib|prisma\/generated)\/|components\/(?:live\/(?:freshness|live-store|live-view)|pass\/(?:course-state|pass-options|pass-rows)|ready\/ready-rows)\.|server\/(?:cli\/command-line\.|create-server\.|config\.|board\/|clock\/|intake\/|history\/|reader\/queries\.|reports\/|storage\/node-link\.|testing\/(?:afternoon-zone|routes|events|kitchen|data-folder|pos-key)\.|webhooks\/(?:events|shapes|sign|translate)\.))/,
  },
  // Creating a migration requires the code that applies migrations.
  {
    from: /^tools\/migrations\//,
    direct: /^(?:tools\/|server\/storage\/migrate\.)/,
  },
];
