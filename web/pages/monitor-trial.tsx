import { useState } from 'preact/hooks'
import { readMessage, send } from '../api.ts'
import { shortUrl } from '../format.ts'
import { listLines } from '../lines.ts'
import { Button } from '../ui/button.tsx'
import { WatchedView, type Watched } from './monitor-watched.tsx'
import { makeTargets, type Target, type TargetFields } from './monitor-targets.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-form.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'

const triedMax = 3
const mappedMax = 100
const searchedMax = 5

interface Line {
  readonly subject: string
  readonly isGood: boolean
  readonly text: string
  readonly watched?: Watched
}

/** Reads some of the targets now, before the monitor is saved. */
export function Trial({ fields }: { fields: TargetFields }) {
  const [lines, setLines] = useState<readonly Line[]>()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setLines([])
    try {
      for (const target of makeTargets(fields, []).slice(0, triedMax))
        for (const subject of listSubjects(target).slice(0, triedMax)) {
          const line = await tried(target, subject)
          setLines((now) => [...(now ?? []), line])
        }
    } catch (thrown) {
      setLines([{ subject: '', isGood: false, text: readMessage(thrown) }])
    } finally {
      setBusy(false)
    }
  }
  const isEmpty = listLines(fields.lines + fields.json).length === 0
  return (
    <div class="trial">
      <Button icon="play" disabled={isBusy || isEmpty} onClick={() => void run()}>
        {terms.actionTry}
      </Button>
      <small class="faint">{words.trialHint}</small>
      {lines && (
        <div role="status">
          <ul>
            {lines.map(({ subject, isGood, text, watched }, index) => (
              <li key={index}>
                <span class={`badge ${isGood ? 'good' : 'bad'}`}>{isGood ? 'read' : 'failed'}</span>
                <span class="where">{shortUrl(subject)}</span> <span class="faint">{text}</span>
                {watched && <WatchedView watched={watched} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const listSubjects = ({ url, urls, queries }: Target): readonly string[] =>
  urls ?? queries ?? (url === undefined ? [] : [url])

async function tried(target: Target, subject: string): Promise<Line> {
  try {
    return { subject, isGood: true, ...(await readResult(target, subject)) }
  } catch (thrown) {
    return { subject, isGood: false, text: readMessage(thrown) }
  }
}

async function readResult(
  { type, scrapeOptions = {}, watch = {} }: Target,
  subject: string,
): Promise<Pick<Line, 'text' | 'watched'>> {
  if (type === 'search') {
    const body = { query: subject, limit: searchedMax }
    const { data } = await send<{ data: { web?: readonly object[] } }>('POST', '/v2/search', body)
    return { text: counts.results(data.web?.length ?? 0) }
  }
  if (type === 'crawl') {
    const body = { url: subject, limit: mappedMax }
    const { links } = await send<{ links: readonly object[] }>('POST', '/v2/map', body)
    const isMore = links.length >= mappedMax ? words.trialMinimum : ''
    return { text: `${isMore}${counts.addresses(links.length)}` }
  }
  const { rules = [] } = watch
  const needsProduct = rules.some((rule) => rule.type === 'price' || rule.type === 'stock')
  const formats = ['markdown', ...(needsProduct ? ['product'] : [])]
  const { data } = await send<{ data: Scraped }>('POST', '/v2/scrape', {
    ...scrapeOptions,
    formats,
    maxAge: 0,
    url: subject,
  })
  const { markdown = '', product, metadata } = data
  const { title = '', statusCode } = metadata
  if (statusCode >= 400) throw new Error(fill(words.trialStatus, { statusCode }))
  const { data: watched } = await send<{ data: Watched }>('POST', '/console/api/watched-text', {
    markdown,
    ...(product && { product }),
    isPart: Array.isArray(scrapeOptions['includeTags']),
    watch,
  })
  return { text: `${title} (${counts.characters(markdown.length)})`, watched }
}

interface Scraped {
  readonly markdown?: string
  readonly product?: object
  readonly metadata: { readonly title?: string; readonly statusCode: number }
}
