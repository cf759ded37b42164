/** A module of `src/`: what it is for, and the modules it may import. */
export interface Module {
  readonly purpose: string
  readonly imports: readonly string[]
}

/** Modules of what a team manages: its settings, its people, and what it says about results. */
export const teamModules: Readonly<Record<string, Module>> = {
  'features/team': {
    purpose: 'Credits, tokens, queue and activity of a team.',
    imports: ['credits', 'accounts', 'kernel'],
  },
  'features/v1': {
    purpose:
      'Version 1 of the API, for its clients: each operation translates to that of version 2.',
    imports: ['http', 'kernel'],
  },
  'features/webhook': {
    purpose: 'The delivery log, and replay.',
    imports: ['delivery', 'storage', 'kernel'],
  },
  'features/siem': {
    purpose: 'The log of fetched URLs that a team has sent to its SIEM: settings, test, batches.',
    imports: ['delivery', 'queue', 'kernel', 'net'],
  },
  'features/threat': {
    purpose: 'The settings of threat protection.',
    imports: ['threat', 'kernel'],
  },
  'features/profile': {
    purpose: 'Browser profiles of a team, deleted by name.',
    imports: ['storage', 'kernel'],
  },
  'features/feedback': {
    purpose: 'Ratings of results, and the credit that the first one gives back.',
    imports: ['credits', 'accounts', 'storage', 'kernel'],
  },
  'features/console': {
    purpose:
      'The console: set-up, sign-in, people and roles, and what its pages need beside the public API.',
    imports: [
      'accounts',
      'credits',
      'jobs',
      'formats',
      'storage',
      'threat',
      'web-assets',
      'kernel',
      'browser',
      'reading',
      'llm',
      'net',
      'web-search',
    ],
  },
  'features/docs': {
    purpose:
      'The documentation: pages of `docs/` as HTML and Markdown, search, `llms.txt`, the skill, the reference of the API.',
    imports: ['web-assets', 'kernel'],
  },
  'web-assets': {
    purpose: 'Bundles the sources of `web/` for browsers, in memory.',
    imports: [],
  },
  'features/support': {
    purpose: 'Questions about the service and its jobs, answered from the docs by a model.',
    imports: ['pages', 'answers', 'llm', 'content', 'jobs', 'accounts', 'kernel'],
  },
  'data-providers': {
    purpose: 'Data providers: registry, lookups in order, terms and choices of teams, tools.',
    imports: ['net', 'storage', 'kernel'],
  },
  'features/third-party-data': {
    purpose: 'Which data providers a team uses, and whose terms it has accepted.',
    imports: ['data-providers', 'kernel'],
  },
}
