import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../api.ts'
import { formatBytes, formatNumber, toText } from '../format.ts'
import { Empty } from '../ui/card.tsx'
import { Code } from '../ui/code.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { Tabs, type Tab } from '../ui/tabs.tsx'
import type { Choice } from './operations.ts'
import { ownPicture } from './own-picture.ts'
import type { Built } from './playground-request.ts'
import { sampleNames, samples, type SampleName } from './samples.ts'
import * as words from '../words/en/answers.ts'

export type View =
  | 'markdown'
  | 'html'
  | 'links'
  | 'images'
  | 'screenshot'
  | 'metadata'
  | 'actions'
  | 'json'
  | 'code'

export interface Shown {
  readonly markdown: string | undefined
  readonly html: string | undefined
  readonly links: readonly string[] | undefined
  readonly images: readonly string[] | undefined
  readonly screenshot: string | undefined
  readonly metadata: Readonly<Record<string, unknown>> | undefined
  readonly actions: Readonly<Record<string, unknown>> | undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nonEmpty = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** URLs of a list of strings or of objects with a `url`. */
function listUrls(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((one: unknown) => {
    const url = isObject(one) ? one['url'] : one
    return typeof url === 'string' ? [url] : []
  })
}

/** The parts of an answer that have a view of their own. */
export function readParts(body: unknown): Shown {
  const answer = isObject(body) ? body : {}
  const data = isObject(answer['data']) ? answer['data'] : {}
  const metadata = data['metadata']
  return {
    markdown: nonEmpty(data['markdown']) ?? nonEmpty(data['summary']),
    html: nonEmpty(data['html']) ?? nonEmpty(data['rawHtml']),
    links: listUrls(data['links']) ?? listUrls(answer['links']) ?? listUrls(data['web']),
    images: listUrls(data['images']),
    screenshot: ownPicture(nonEmpty(data['screenshot'])),
    metadata: isObject(metadata) ? metadata : undefined,
    actions: isObject(data['actions']) ? data['actions'] : undefined,
  }
}

/** The tabs of what there is. */
export function listTabs(shown: Shown, hasJson: boolean): Tab<View>[] {
  return [
    ...(shown.markdown === undefined
      ? []
      : [{ name: 'markdown' as const, label: words.tabsMarkdown }]),
    ...(shown.html === undefined ? [] : [{ name: 'html' as const, label: words.tabsHtml }]),
    ...(shown.links
      ? [{ name: 'links' as const, label: words.tabsLinks, count: shown.links.length }]
      : []),
    ...(shown.images
      ? [{ name: 'images' as const, label: words.tabsImages, count: shown.images.length }]
      : []),
    ...(shown.screenshot === undefined
      ? []
      : [{ name: 'screenshot' as const, label: words.tabsScreenshot }]),
    ...(shown.actions ? [{ name: 'actions' as const, label: words.tabsActions }] : []),
    ...(shown.metadata ? [{ name: 'metadata' as const, label: words.tabsMetadata }] : []),
    ...(hasJson ? [{ name: 'json' as const, label: words.tabsJson }] : []),
  ]
}

export function Result(props: { choice: Choice; request: Built; answer: Answer | undefined }) {
  const { choice, request, answer } = props
  const [view, setView] = useState<View>('markdown')
  const shown = readParts(answer?.body)
  const tabs: Tab<View>[] = [
    ...listTabs(shown, answer !== undefined),
    { name: 'code', label: words.tabsCode },
  ]
  const current = tabs.some(({ name }) => name === view) ? view : (tabs[0]?.name ?? 'code')
  return (
    <>
      {answer && <Meter answer={answer} metadata={shown.metadata ?? {}} />}
      <Tabs label={words.resultLabel} tabs={tabs} current={current} onChange={setView}>
        <Panel view={current} shown={shown} json={answer?.body} />
        {current === 'code' && <Samples choice={choice} request={request} isEmpty={!answer} />}
      </Tabs>
    </>
  )
}

const linksShownMax = 1_000

/** One part of a document or an answer. */
export function Panel(props: { view: View; shown: Shown; json: unknown }): JSX.Element | null {
  const { view, shown, json } = props
  switch (view) {
    case 'markdown':
      return <Markdown text={shown.markdown ?? ''} />
    case 'html':
      return <Code text={shown.html ?? ''} language="html" label={words.tabsHtml} />
    case 'links':
    case 'images':
      return (
        <ul class="links">
          {shown[view]?.slice(0, linksShownMax).map((url, index) => (
            <li key={index}>
              <ForeignLink url={url} />
            </li>
          ))}
        </ul>
      )
    case 'screenshot':
      return <img class="shot" src={shown.screenshot} alt={words.screenshotAlt} />
    case 'actions':
      return <Actions actions={shown.actions ?? {}} />
    case 'metadata':
      return <Metadata metadata={shown.metadata ?? {}} />
    case 'json':
      return (
        <div class="tree">
          <JsonTree value={json} />
        </div>
      )
    case 'code':
      return null
    default:
      return null
  }
}

/** What the actions of a scrape gave: screenshots as pictures, the rest as JSON. */
function Actions({ actions }: { actions: Readonly<Record<string, unknown>> }) {
  const { screenshots, ...others } = actions
  return (
    <div class="tree">
      {(listUrls(screenshots) ?? []).map((url, index) => (
        <img
          key={url}
          class="shot"
          src={ownPicture(url)}
          alt={words.actionsScreenshot(index + 1)}
        />
      ))}
      <JsonTree value={others} />
    </div>
  )
}

function Metadata({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  return (
    <dl class="facts-list">
      {Object.entries(metadata).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{toText(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

const fact = (label: string, value: unknown) =>
  value === undefined ? [] : [[label, toText(value)] as const]

function Meter({
  answer,
  metadata,
}: {
  answer: Answer
  metadata: Readonly<Record<string, unknown>>
}) {
  const isGood = answer.status < 400 && !(isObject(answer.body) && answer.body['success'] === false)
  const facts = [
    ...fact('time', words.meterMilliseconds(formatNumber(Math.round(answer.ms)))),
    ...fact('size', formatBytes(answer.bytes)),
    ...fact('credits', metadata['creditsUsed']),
    ...fact('cache', metadata['cacheState']),
    ...fact('page', metadata['statusCode']),
  ]
  const error = isObject(answer.body) ? nonEmpty(answer.body['error']) : undefined
  return (
    <>
      <div class="meter" role="status">
        <span class={`badge ${isGood ? 'good' : 'bad'}`}>{answer.status}</span>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {answer.requestId !== undefined && (
          <span class="request" title={words.meterRequestId}>
            {answer.requestId}
          </span>
        )}
      </div>
      {!isGood && error !== undefined && <p class="notice bad">{error}</p>}
    </>
  )
}

function Samples(props: { choice: Choice; request: Built; isEmpty: boolean }) {
  const { choice, request, isEmpty } = props
  const [name, setName] = useState<SampleName>('curl')
  const made = sampleNames.flatMap((one) => {
    const sample = samples[one](choice, request)
    return sample ? [{ name: one, ...sample }] : []
  })
  const current = made.find((one) => one.name === name) ?? made[0]
  return (
    <div class="samples">
      {isEmpty && (
        <Empty icon="playground" title={words.emptyTitle}>
          <p>{words.emptyText}</p>
        </Empty>
      )}
      {current && (
        <Tabs
          label={words.samplesLabel}
          look="segments"
          tabs={made.map((one) => ({ name: one.name, label: one.name }))}
          current={current.name}
          onChange={setName}
        >
          <Code
            text={current.text}
            language={current.language}
            label={words.samplesSample(current.name)}
          />
        </Tabs>
      )}
    </div>
  )
}
