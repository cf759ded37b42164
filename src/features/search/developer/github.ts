import { z } from 'zod'
import { readRetryAfter } from '#kernel/retry-after.ts'
import type { ApiAnswer } from '#net/api-client.ts'
import { SearchProviderError } from '#web-search/providers/provider.ts'
import { readReply, recordsMax } from '#web-search/providers/read-json.ts'
import { oneLine } from '#base/one-line.ts'
import type {
  DeveloperHit,
  DeveloperSource,
  DeveloperWanted,
  RepositoryFilter,
  RepositoryType,
} from './wanted.ts'

const text = z.string().nullish()
const List = z.object({ items: z.array(z.unknown()).max(1_000) })
const Issue = z.object({ html_url: z.string(), title: text, body: text, number: z.int() })
const Repository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  description: text,
  license: z.object({ spdx_id: text }).nullish(),
})

const perPageMax = 100
/** Of a query, without its qualifiers counted apart. */
const queryCharsMax = 256

/** GitHub or a GitHub Enterprise server (https://docs.github.com/rest/search). */
export function github({
  token,
  url,
}: {
  readonly token: string | undefined
  readonly url: string
}): DeveloperSource {
  const headers = {
    accept: 'application/vnd.github+json',
    'user-agent': 'weir',
    'x-github-api-version': '2022-11-28',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return {
    name: 'github',
    isFree: true,
    call(type, wanted) {
      const path = type === 'readme' ? 'repositories' : 'issues'
      const parameters = new URLSearchParams({
        q: writeQuery(type, wanted),
        per_page: String(Math.min(perPageMax, wanted.limit)),
      })
      return {
        request: { url: `${url}/search/${path}?${parameters.toString()}`, headers },
        read: (answer) =>
          readReply(answer, List, recordsMax).items.flatMap(
            type === 'readme' ? toReadme : toIssue(type),
          ),
      }
    },
    // Without a token there are 60 requests an hour, which searches need.
    readme:
      token === undefined
        ? undefined
        : (repo) => ({
            url: `${url}/repos/${repo}/readme`,
            headers: { ...headers, accept: 'application/vnd.github.raw+json' },
          }),
    failure: findLimit,
  }
}

/** Limits are answered with 403 or 429, and headers that say when they end. */
function findLimit({ status, headers }: ApiAnswer, now: Date): SearchProviderError | undefined {
  const isLimited = headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined
  if ((status !== 403 && status !== 429) || !isLimited) return undefined
  const askedMs = readRetryAfter(headers['retry-after'], { now })
  const resetMs = Number(headers['x-ratelimit-reset'] ?? 0) * 1_000 - now.getTime()
  const waitMs = askedMs ?? Math.max(0, resetMs)
  return new SearchProviderError('limited', 'rate limited', Math.min(waitMs, 3_600_000))
}

function writeQuery(type: RepositoryType, wanted: DeveloperWanted): string {
  const { query, repos, skillsOnly, repository } = wanted
  const kind = { issue: 'is:issue', pull_request: 'is:pr', readme: 'in:name,description,readme' }
  const qualifiers = [
    kind[type],
    ...(type === 'readme' ? writeFilters(repository) : []),
    ...(skillsOnly ? ['topic:agent-skills'] : []),
  ]
  const words = oneLine(query.replace(/[:"]/g, ' ')).slice(0, queryCharsMax / 2)
  const base = [words, ...qualifiers].join(' ')
  return repos.reduce((all, repo) => {
    const more = `${all} repo:${repo}`
    return more.length <= queryCharsMax * 2 ? more : all
  }, base)
}

function writeFilters(filter: RepositoryFilter): string[] {
  const { language, topics, license, minStars, maxStars, archived, fork } = filter
  return [
    ...(language === undefined ? [] : [`language:${quoted(language)}`]),
    ...topics.map((topic) => `topic:${quoted(topic)}`),
    ...(license === undefined ? [] : [`license:${quoted(license)}`]),
    ...(minStars === undefined && maxStars === undefined
      ? []
      : [`stars:${minStars ?? 0}..${maxStars ?? '*'}`]),
    ...(archived === undefined ? [] : [`archived:${archived}`]),
    ...(fork === undefined ? [] : [`fork:${fork}`]),
  ]
}

const quoted = (value: string) => `"${value.replaceAll('"', '')}"`

function toReadme(item: unknown): DeveloperHit[] {
  const { data } = Repository.safeParse(item)
  if (!data) return []
  const { full_name: repo, html_url: address, description, license } = data
  const spdx = license?.spdx_id
  return [
    {
      id: `github:${repo}`,
      type: 'readme',
      url: address,
      title: repo,
      text: description ?? '',
      repo,
      ...(spdx && spdx !== 'NOASSERTION' && { license: spdx }),
    },
  ]
}

const toIssue =
  (type: RepositoryType) =>
  (item: unknown): DeveloperHit[] => {
    const { data } = Issue.safeParse(item)
    if (!data) return []
    const [, repo = ''] = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\//.exec(data.html_url) ?? []
    const { html_url: address, title, body, number } = data
    return [
      {
        id: `github:${repo}#${number}`,
        type,
        url: address,
        title: title ?? '',
        text: body ?? '',
        repo,
      },
    ]
  }
