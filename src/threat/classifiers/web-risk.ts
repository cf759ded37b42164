import { z } from 'zod'
import { boundedLife, type Classifier } from '#threat/classifier.ts'
import { canonicalForm, hashExpression, urlExpressions } from '#threat/url-expressions.ts'
import { readAnswer, type CallApi } from './answer-of.ts'

const prefixBytes = 4
const matchScore = 100
const listMax = 10_000
const threatTypes = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']

const Answer = z.object({
  threats: z
    .array(
      z.object({
        threatTypes: z.array(z.string().max(100)).max(100).default([]),
        hash: z.string(),
        expireTime: z.string().optional(),
      }),
    )
    .max(listMax)
    .default([]),
  negativeExpireTime: z.string().optional(),
})

/** Google Web Risk: the first four bytes of each hash of a URL are sent, never the URL. */
export function webRisk({
  url: base,
  key,
  callApi,
}: {
  readonly url: string
  readonly key: string
  readonly callApi: CallApi
}): Classifier {
  async function search(hash: Buffer, signal: AbortSignal) {
    const address = new URL(`${base}/v1/hashes:search`)
    address.searchParams.set('hashPrefix', hash.subarray(0, prefixBytes).toString('base64url'))
    for (const type of threatTypes) address.searchParams.append('threatTypes', type)
    const headers = { 'x-goog-api-key': key }
    const answer = readAnswer(await callApi({ url: address.href, headers }, signal), Answer)
    const matches = answer.threats.filter((threat) =>
      Buffer.from(threat.hash, 'base64').equals(hash),
    )
    const ends = matches.length > 0 ? matches.map((m) => m.expireTime) : [answer.negativeExpireTime]
    return {
      types: matches.flatMap((match) => match.threatTypes),
      isMatch: matches.length > 0,
      ends,
    }
  }

  return {
    name: 'web-risk',
    makeKey: canonicalForm,
    async classify(url, signal) {
      const found = await Promise.all(
        urlExpressions(url).map((expression) => search(hashExpression(expression), signal)),
      )
      const isMatch = found.some((one) => one.isMatch)
      const types = new Set(found.flatMap((one) => one.types).map((type) => type.toLowerCase()))
      const deciding = isMatch ? found.filter((one) => one.isMatch) : found
      const times = deciding.flatMap(({ ends }) =>
        ends.flatMap((end) => (end ? Date.parse(end) : [])),
      )
      const lifeMs = boundedLife(times.length > 0 ? Math.min(...times) - Date.now() : undefined)
      return { score: isMatch ? matchScore : 0, categories: [...types], lifeMs }
    },
  }
}
