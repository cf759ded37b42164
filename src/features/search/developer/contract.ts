import { z } from 'zod'
import { strictBody } from '#kernel/strict-body.ts'
import { flagParameter, listParameter, queryText } from '#features/search/papers/contract.ts'
import { developerTypes, type DeveloperWanted } from './wanted.ts'

const listMax = 20
const topicsMax = 8
const starsMax = 10_000_000
const resultsMax = 100
const passagesMax = 5

const type = z.enum(developerTypes)
const repo = z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, 'Write it as owner/name.')
const source = z.string().min(1).max(512)
const name = z.string().min(1).max(100)
const stars = z.int().min(0).max(starsMax)
const fork = z.union([z.boolean(), z.literal('only')])
/** A whole number of the query string. */
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const texts = {
  query: 'What is searched for.',
  types: 'Kinds of results; all when absent.',
  repos: 'Repositories to search, owner/name.',
  sources: 'Hosts, or beginnings of URLs, of documentation.',
  passages: 'Passages of each result.',
}

/** Members of the body of `POST /v2/search/developer`. */
const members = {
  query: queryText(500).meta({ description: texts.query }),
  k: z.int().min(1).max(resultsMax).default(10).meta({ description: 'Most results.' }),
  types: z.array(type).max(4).default([]).meta({ description: texts.types }),
  repos: z.array(repo).max(listMax).default([]).meta({ description: texts.repos }),
  sources: z.array(source).max(listMax).default([]).meta({ description: texts.sources }),
  skills: z.literal('only').optional().meta({ description: 'Only skills for agents.' }),
  passages: z.int().min(1).max(passagesMax).default(1).meta({ description: texts.passages }),
  language: name.optional(),
  topic: z
    .union([name.transform((one) => [one]), z.array(name).max(topicsMax)])
    .default([])
    .meta({ description: 'A topic of the repository, or up to 8.' }),
  license: name.optional(),
  min_stars: stars.optional(),
  max_stars: stars.optional(),
  archived: z.boolean().optional(),
  fork: fork.optional(),
}

const reach = { doc: ['doc'], repository: ['issue', 'pull_request', 'readme'] } as const

interface Narrowing {
  readonly types: readonly string[]
  readonly repos: readonly string[]
  readonly sources: readonly string[]
}

/** What no schema refuses. */
export const unreachable = [
  'sources cannot match any requested type; add doc or drop sources',
  'repos cannot match any requested type; add issue, pull_request or readme or drop repos',
] as const

function refuseUnreachable({ types, repos, sources }: Narrowing, context: z.core.$RefinementCtx) {
  const reaches = (wanted: readonly string[]) =>
    types.length === 0 || wanted.some((one) => types.includes(one))
  const add = (path: string, message: string) =>
    context.issues.push({ code: 'custom', path: [path], message, input: path })
  if (sources.length > 0 && !reaches(reach.doc)) {
    add('sources', unreachable[0])
  }
  if (repos.length > 0 && !reaches(reach.repository)) {
    add('repos', unreachable[1])
  }
}

export const DeveloperBody = strictBody(members)
  .superRefine(refuseUnreachable)
  .meta({ id: 'DeveloperSearch', description: 'What to search for, and where.' })

/** The same as parameters of `GET /v2/search/developer`. */
export const DeveloperQuery = z
  .strictObject({
    ...members,
    k: whole(1, resultsMax).default(10),
    types: listParameter(type),
    repos: listParameter(repo),
    sources: listParameter(source),
    passages: whole(1, passagesMax).default(1),
    topic: listParameter(name),
    min_stars: whole(0, starsMax).optional(),
    max_stars: whole(0, starsMax).optional(),
    archived: flagParameter,
    fork: z
      .enum(['true', 'false', 'only'])
      .transform((text) => (text === 'only' ? text : text === 'true'))
      .optional(),
    origin: z.string().max(256).optional(),
    integration: z.string().max(128).optional(),
  })
  .superRefine(refuseUnreachable)

type DeveloperRequest = Omit<z.output<typeof DeveloperBody>, 'origin' | 'integration'>

/** A list of repositories or of sources alone leaves out the types that it cannot match. */
export function toDeveloperWanted(request: DeveloperRequest): DeveloperWanted {
  const { query, k: limit, repos, sources, passages, topic: topics, language, license } = request
  const asked = request.types.length > 0 ? request.types : developerTypes
  const types = asked.filter((one) =>
    one === 'doc'
      ? repos.length === 0 || sources.length > 0
      : sources.length === 0 || repos.length > 0,
  )
  return {
    query,
    limit,
    types,
    repos,
    sources,
    skillsOnly: request.skills === 'only',
    passages,
    repository: {
      topics,
      language,
      license,
      minStars: request.min_stars,
      maxStars: request.max_stars,
      archived: request.archived,
      fork: request.fork,
    },
  }
}

const coverage = z.enum(['ok', 'degraded', 'unavailable', 'skipped'])
export type Coverage = z.output<typeof coverage>

const Result = z
  .object({
    id: z.string(),
    type,
    url: z.string(),
    title: z.string().optional(),
    passages: z.array(z.object({ text: z.string(), citation_url: z.string().optional() })),
    license: z.string().optional(),
  })
  .meta({ id: 'DeveloperResult', description: 'Documentation, an issue or a repository.' })
export type DeveloperResult = z.input<typeof Result>

export const DeveloperReply = z
  .object({
    success: z.literal(true),
    results: z.array(Result),
    coverage: z.object({
      doc: coverage,
      issue: coverage,
      pull_request: coverage,
      readme: coverage,
    }),
    reranked: z.boolean(),
    repos: z
      .array(
        z.object({
          repo: z.string(),
          indexed: z.boolean(),
          types: z.object({ issue: z.boolean(), pullRequest: z.boolean(), readme: z.boolean() }),
        }),
      )
      .optional(),
    sources: z.array(z.object({ source: z.string(), indexed: z.boolean() })).optional(),
  })
  .meta({ id: 'DeveloperReply', description: 'Results, the best first, and what was searched.' })
export type DeveloperReply = z.input<typeof DeveloperReply>
