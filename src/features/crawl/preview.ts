import { crawlParams, type CrawlParams } from '#answers/crawl-params.ts'
import { patternList, pathPatterns } from '#sites/path-patterns.ts'
import type { KnownPages } from '#fetch/known-pages.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { GivenOptions } from './contract.ts'
import { narrowCrawl } from './narrow-crawl.ts'

/** A crawl described in words, as its options. */
export type Preview = (
  asked: { readonly url: string; readonly prompt: string; readonly given?: GivenOptions },
  call: Call,
) => Promise<{ readonly data: CrawlParams & { readonly url: string }; readonly warning?: string }>

interface PreviewDeps {
  readonly model: LanguageModel | undefined
  readonly knownPages: KnownPages
}

const pathsMax = 60
const timeoutMs = 60_000

/**
 * Options from the model, which never admit more pages than those of the caller and the defaults. Patterns that do not compile, or that match none of the known pages, are dropped with a warning.
 * Fetches nothing. Fails with `SERVICE_UNAVAILABLE` when no model is configured.
 */
export function createPreview({ model, knownPages }: PreviewDeps): Preview {
  return async function preview({ url, prompt, given = {} }, { account, signal }) {
    if (!model) {
      throw new ServiceError(
        'SERVICE_UNAVAILABLE',
        'The preview needs a language model. None is configured: set WEIR_LLM_PROVIDER.',
      )
    }
    const { teamId } = account
    const host = new URL(url).hostname.replace(/^www\./, '')
    const known = await knownPages(teamId, host, pathsMax)
    const paths = [...new Set(known.map((page) => new URL(page).pathname))]
    const deadlineAt = new Date(Date.now() + timeoutMs)
    const zeroDataRetention = account.zeroDataRetention === 'forced'
    const caller = { teamId, signal, deadlineAt, zeroDataRetention }
    const proposed = await crawlParams({ url, prompt, paths }, { model, caller })
    const { options: params, refused } = narrowCrawl(given, proposed)
    const dropped: string[] = []
    const usable = (list: readonly string[] | undefined) =>
      list?.filter((pattern) => {
        const isUsable = isPattern(pattern) && (known.length === 0 || matchesSome(pattern, known))
        if (!isUsable) dropped.push(pattern)
        return isUsable
      })
    const includePaths = usable(params.includePaths)
    const excludePaths = usable(params.excludePaths)
    const generated: CrawlParams & { url: string } = {
      ...params,
      url,
      ...(excludePaths && { excludePaths }),
    }
    const data = {
      ...generated,
      ...(includePaths && { includePaths: withStart(includePaths, url) }),
    }
    const warnings = [
      ...(refused.length > 0 ? [`${wider}: ${refused.join(', ')}.`] : []),
      ...(dropped.length > 0
        ? [`Patterns that match no known page were left out: ${dropped.join(', ')}.`]
        : []),
    ]
    return warnings.length === 0 ? { data } : { data, warning: warnings.join(' ') }
  }
}

const wider =
  'A description cannot widen a crawl. Set these options in the request if you want more pages'

/** Patterns apply to the start URL as well: without it the crawl would end before it has begun. */
function withStart(includePaths: readonly string[], url: string): string[] {
  const isStartIncluded =
    includePaths.length === 0 || includePaths.some((one) => matchesSome(one, [url]))
  const path = new URL(url).pathname.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return isStartIncluded ? [...includePaths] : [...includePaths, `^${path}$`]
}

const isPattern = (pattern: string) => patternList('includePaths').safeParse([pattern]).success

function matchesSome(pattern: string, urls: readonly string[]): boolean {
  const patterns = pathPatterns({
    includePaths: [pattern],
    excludePaths: [],
    regexOnFullURL: false,
  })
  return urls.some((url) => patterns.isIncluded(url))
}
