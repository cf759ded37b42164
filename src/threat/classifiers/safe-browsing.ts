import { z } from 'zod'
import { boundedLife, defaultLifeMs, type Classifier } from '#threat/classifier.ts'
import { canonicalForm, hashExpression, urlExpressions } from '#threat/url-expressions.ts'
import { readAnswer, type CallApi } from './answer-of.ts'

const prefixBytes = 4
const matchScore = 100
const listMax = 10_000

const Answer = z.object({
  fullHashes: z
    .array(
      z.object({
        fullHash: z.string(),
        fullHashDetails: z
          .array(z.object({ threatType: z.string().default('THREAT_TYPE_UNSPECIFIED') }))
          .max(listMax)
          .default([]),
      }),
    )
    .max(listMax)
    .default([]),
  /** Seconds, as in `300s`. */
  cacheDuration: z.string().optional(),
})

/** Google Safe Browsing 5: the first four bytes of the hashes of a URL are sent, never the URL. */
export function safeBrowsing({
  url: base,
  key,
  callApi,
}: {
  readonly url: string
  readonly key: string
  readonly callApi: CallApi
}): Classifier {
  return {
    name: 'safe-browsing',
    makeKey: canonicalForm,
    async classify(url, signal) {
      const hashes = urlExpressions(url).map(hashExpression)
      const address = new URL(`${base}/v5/hashes:search`)
      const prefixes = new Set(
        hashes.map((hash) => hash.subarray(0, prefixBytes).toString('base64')),
      )
      for (const prefix of prefixes) address.searchParams.append('hashPrefixes', prefix)
      address.searchParams.set('alt', 'json')
      const headers = { 'x-goog-api-key': key }
      const answer = readAnswer(await callApi({ url: address.href, headers }, signal), Answer)
      const wanted = new Set(hashes.map((hash) => hash.toString('base64')))
      const matches = answer.fullHashes.filter(({ fullHash }) =>
        wanted.has(Buffer.from(fullHash, 'base64').toString('base64')),
      )
      const types = matches.flatMap(({ fullHashDetails }) =>
        fullHashDetails.map(({ threatType }) => threatType.toLowerCase()),
      )
      const lifeMs = boundedLife(parseSeconds(answer.cacheDuration))
      return { score: matches.length > 0 ? matchScore : 0, categories: [...new Set(types)], lifeMs }
    },
  }
}

const parseSeconds = (duration: string | undefined) =>
  duration === undefined ? defaultLifeMs : Number(duration.replace(/s$/, '')) * 1_000
