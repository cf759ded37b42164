import { mergeAnswers } from '#answers/merge.ts'
import { PageOptions } from '#pages/page-options.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Credits } from '#credits/credits.ts'
import { isObject } from '#base/json-values.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { RunJournal } from '#features/agent/runs/journal.ts'
import type { Allowance } from '#features/agent/runs/allowance.ts'
import { createBudget, type Budget } from '#features/agent/runs/money.ts'
import { RunError, type Run, type RunEnd } from '#features/agent/runs/run.ts'
import type { RunWork } from '#features/agent/runs/run-queue.ts'
import type { SiteCall, SiteOperations } from '#features/agent/runs/site-operations.ts'
import { findPages } from './find-pages.ts'
import { readPages, type PageData } from './read-pages.ts'
import type { ExtractBody } from './start-extract.ts'

export interface ExtractDeps {
  readonly operations: SiteOperations
  readonly credits: Pick<Credits, 'reserve'>
  readonly allowance: Allowance
  readonly pricePage: PagePrice
  readonly urlRules: UrlRules
}

/** An extraction in work. */
export interface Extraction {
  readonly body: ExtractBody
  readonly options: PageOptions
  readonly journal: RunJournal
  readonly budget: Budget
  readonly call: SiteCall
}

const tokensPerCredit = 15

/** Reads the pages of an extraction, each once, and merges their data. */
export function createExtractWork(deps: ExtractDeps): RunWork {
  return async function extract(run, { journal, signal }) {
    const { body, account } = (run as Run<ExtractBody>).request
    const prices = {
      creditsMax: Number.MAX_SAFE_INTEGER,
      tokensPerCredit: undefined,
      creditsKept: 0,
    }
    const budget = createBudget(run, journal, { ...deps, prices })
    const options = makeOptions(body)
    const { threatProtection } = body
    const call = { account, signal, run, threatProtection }
    const extraction = { body, options, journal, budget, call }
    try {
      const urls = await findPages(extraction, deps)
      if (urls.length === 0) throw new RunError('No page was found to extract from.')
      const pages = await readPages(urls, extraction, deps)
      return makeEnd(run, pages, { budget, showsSources: body.showSources })
    } finally {
      await budget.settle()
    }
  }
}

/** The options of the caller with the format json in place of theirs. */
function makeOptions({
  prompt,
  systemPrompt,
  schema,
  timeout,
  scrapeOptions,
}: ExtractBody): PageOptions {
  const said = [systemPrompt, prompt].filter((text) => text !== undefined)
  const format = {
    type: 'json' as const,
    ...(said.length > 0 && { prompt: said.join('\n') }),
    ...(schema && { schema }),
  }
  return { ...(scrapeOptions ?? PageOptions.parse({})), formats: [format], timeout }
}

function makeEnd(
  { id }: Run,
  pages: readonly PageData[],
  { budget, showsSources }: { readonly budget: Budget; readonly showsSources: boolean },
): RunEnd {
  const read = pages.filter(({ failure }) => failure === undefined)
  if (read.length === 0) throw new RunError(pages[0]?.failure ?? 'No page could be read.')
  const data = mergeAnswers(read.map(({ json }) => json))
  const sources = indexSources(read)
  const failed = pages.length - read.length
  const warnings = new Set([
    ...read.flatMap(({ warning }) => warning ?? []),
    ...(failed > 0 ? [`${failed} of ${pages.length} pages could not be read.`] : []),
  ])
  const { spent } = budget
  const tokens = spent * tokensPerCredit
  return {
    state: 'succeeded',
    result: {
      data,
      ...(showsSources && { sources }),
      ...(warnings.size > 0 && { warning: [...warnings].join(' ') }),
    },
    credits: spent,
    tokens,
    eventData: [
      {
        success: true,
        data,
        extractId: id,
        llmUsage: tokens,
        totalUrlsScraped: read.length,
        sources,
      },
    ],
  }
}

/** The pages that gave something for each member of the data. */
function indexSources(pages: readonly PageData[]): Record<string, string[]> {
  const sources = new Map<string, string[]>()
  for (const { url, json } of pages) {
    if (!isObject(json)) continue
    for (const [name, value] of Object.entries(json)) {
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
      if (!isEmpty) sources.set(name, [...(sources.get(name) ?? []), url])
    }
  }
  return Object.fromEntries(sources)
}
