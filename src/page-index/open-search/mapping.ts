import { allConfigurations, noStemming } from '#page-index/language.ts'

/** One index for all teams; a team is on one shard, by routing. */
export const indexName = 'weir-pages'

/** PostgreSQL has stemmers for these, OpenSearch has not. */
const withoutAnalyzer = new Set(['nepali', 'serbian', 'tamil', 'yiddish', noStemming])
const stored = { type: 'keyword', index: false, doc_values: false } as const

/** The suffix of fields in a language. */
export const chooseSuffix = (configuration: string) =>
  withoutAnalyzer.has(configuration) ? noStemming : configuration

/** Fields of a page: A title and path, B headings, D text, each with the language that it is analysed in. */
const makeFields = (configuration: string) => ({
  [configuration]: {
    match: `*_${configuration}`,
    mapping: {
      type: 'text',
      analyzer: configuration === noStemming ? 'whitespace' : configuration,
    },
  },
})

/** Applies to the index when its first page creates it. */
export const template = {
  index_patterns: [indexName],
  template: {
    settings: { refresh_interval: '1s' },
    mappings: {
      _routing: { required: true },
      dynamic_templates: [...new Set(allConfigurations.map(chooseSuffix))].map(makeFields),
      properties: {
        team: { type: 'keyword' },
        hosts: { type: 'keyword' },
        language: { type: 'keyword' },
        words: { type: 'keyword' },
        readAt: { type: 'date' },
        content: stored,
        url: stored,
        title: { type: 'text', index: false },
        body: { type: 'text', index: false },
        publishedAt: { type: 'date' },
      },
    },
  },
}
