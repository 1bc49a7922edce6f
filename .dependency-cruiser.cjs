/** The import layers of the source: a room imports only rooms above it in this list; base and stats serve all. */
const ROOMS = [
  'market',
  'backtest',
  'sandbox',
  'models',
  'elicitation',
  'concordance',
  'study',
  'report',
  'notebook',
  'cli',
];

const upward = ROOMS.slice(0, -1).map((room, i) => ({
  name: `${room}-imports-below`,
  comment: `src/${room} may import only rooms above it in the list`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: `^src/(${ROOMS.slice(i + 1).join('|')}|index)` },
}));

module.exports = {
  forbidden: [
    ...upward,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'base-imports-nothing',
      severity: 'error',
      from: { path: '^src/base/' },
      to: { path: '^src/(?!base/)' },
    },
    {
      name: 'stats-imports-only-base',
      severity: 'error',
      from: { path: '^src/stats/' },
      to: { path: '^src/(?!stats/|base/)' },
    },
    {
      name: 'kernel-knows-no-trading',
      severity: 'error',
      from: { path: '^kernel-extensions/' },
      to: { path: '^src/' },
    },
    {
      name: 'kernel-is-used-by-notebook-and-cli',
      severity: 'error',
      from: { path: '^src/(?!notebook/|cli/)' },
      to: { path: '^kernel-extensions/' },
    },
    {
      name: 'rooms-by-their-public-face',
      comment: 'import another room through its index.ts',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/([^/]+)/(?!index\\.ts)', pathNot: '^src/($1|base)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
