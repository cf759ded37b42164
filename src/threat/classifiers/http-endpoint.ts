import { z } from 'zod'
import { boundedLife, type Classifier } from '#threat/classifier.ts'
import { listedHost } from '#threat/domain-list.ts'
import { readAnswer, type CallApi } from './answer-of.ts'

const Answer = z.object({
  score: z.number().min(0).max(100),
  categories: z.array(z.string().max(100)).max(100).default([]),
  ttlSeconds: z.number().min(0).optional(),
})

/** Any service that answers `POST {url, domain}` with `{score, categories?, ttlSeconds?}`. */
export function httpClassifier({
  url: endpoint,
  key,
  callApi,
}: {
  readonly url: string
  readonly key: string | undefined
  readonly callApi: CallApi
}): Classifier {
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  return {
    name: 'http',
    makeKey: ({ origin, pathname, search }) => origin + pathname + search,
    async classify(url, signal) {
      const { origin, pathname, search } = url
      const body = JSON.stringify({ url: origin + pathname + search, domain: listedHost(url) })
      const answer = await callApi({ url: endpoint, headers, body }, signal)
      const { score, categories, ttlSeconds } = readAnswer(answer, Answer)
      return { score, categories, lifeMs: boundedLife(ttlSeconds && ttlSeconds * 1_000) }
    },
  }
}
