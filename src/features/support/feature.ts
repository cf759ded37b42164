import type { Feature } from '#features/feature.ts'
import { json, keyEndpoint } from '#http/endpoint.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import { createAsk } from './ask.ts'
import { AskReply, AskRequest, DocsSearchReply, DocsSearchRequest } from './contract.ts'
import { createDocumentation } from './documentation.ts'
import { createFactsOfJob, type FactsOfJobDeps } from './job-facts.ts'
import { createSearchDocumentation } from './search-documentation.ts'

interface SupportFeatureDeps extends FactsOfJobDeps {
  /** Undefined when no language model is configured. */
  readonly model: LanguageModel | undefined
}

const shared = {
  method: 'POST',
  tag: 'Support',
  group: null,
  bucket: 'account',
} as const

/** Questions in words; 503 while no language model is configured. */
export function createSupportFeature({ model, ...deps }: SupportFeatureDeps): Feature {
  const documentation = createDocumentation()
  const ask = createAsk({ model, documentation, factsOfJob: createFactsOfJob(deps) })
  const search = createSearchDocumentation({ model, documentation })
  return {
    endpoints: [
      keyEndpoint({
        ...shared,
        path: '/v2/support/ask',
        summary: 'Ask about the service or a job',
        description:
          'Answers from the documentation and, with `jobId`, from the facts of a job or scrape of the team. Needs a language model.',
        body: json(AskRequest),
        reply: json(AskReply),
        errors: ['NOT_FOUND', 'SUPPORT_TIMEOUT'],
        handle: ({ body, call }) => ask(body, call),
      }),
      keyEndpoint({
        ...shared,
        path: '/v2/support/docs-search',
        summary: 'Ask about the documentation',
        description:
          'Answers from the documentation of this version and names its sections. Needs a language model.',
        body: json(DocsSearchRequest),
        reply: json(DocsSearchReply),
        errors: ['SUPPORT_TIMEOUT'],
        handle: ({ body, call }) => search(body, call),
      }),
    ],
  }
}
