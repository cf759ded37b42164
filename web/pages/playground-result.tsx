import { isObject } from '../json.ts'
import { useState } from 'preact/hooks'
import { toText } from '../format.ts'
import { ViewTabs, type OtherView } from '../results/view-tabs.tsx'
import { listViews } from '../results/views.tsx'
import { useResource } from '../resource.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/later.tsx'
import { withCode } from '../ui/with-code.tsx'
import { findAdvice, type Advice } from './advice.ts'
import { main } from './operations.ts'
import { Meter, Notices, type RunWith } from './playground-notices.tsx'
import type { Built } from './playground-request.ts'
import { Samples } from './playground-samples.tsx'
import type { Outcome } from './use-run.ts'
import { fill } from '../words/fill.ts'
import * as answerWords from '../words/en/answers.ts'
import * as words from '../words/en/playground.ts'
import * as resultWords from '../words/en/results.ts'
import * as terms from '../words/en/terms.ts'

const JobPage = later(() => import('./job.tsx').then((module) => module.JobPage))
const AgentRunPage = later(() => import('./agent-run.tsx').then((module) => module.AgentRunPage))

/** What came of a request: each outcome has its own face. */
export function OutcomeView({ outcome, onRun }: { outcome: Outcome; onRun: RunWith }) {
  switch (outcome.state) {
    case 'none':
      return null
    case 'running':
      return <Running request={outcome.sent.request} seconds={outcome.seconds} />
    case 'cancelled':
      return <Face title={words.outcomeCancelled} text={words.outcomeCancelledText} onRun={onRun} />
    case 'lost':
      return <Face title={words.outcomeLost} text={outcome.failure} isBad onRun={onRun} />
    case 'answered':
      return <Answered outcome={outcome} onRun={onRun} />
    default:
      return null
  }
}

function Running({ request, seconds }: { request: Built; seconds: number }) {
  const { body = {}, file, url } = request
  const target = toText(body['url'] ?? body['query'] ?? file?.name ?? url)
  return (
    <div class="face" role="status">
      <span class="spinner" aria-hidden="true" />
      <h2>{fill(words.outcomeRunning, { target })}</h2>
      <p>{fill(words.outcomeSeconds, { seconds })}</p>
    </div>
  )
}

function Face(props: {
  title: string
  text: string
  code?: string | undefined
  advice?: Advice | undefined
  isBad?: boolean
  onRun: RunWith
}) {
  const { title, text, code, advice, isBad = false, onRun } = props
  return (
    <div class={`face${isBad ? ' is-bad' : ''}`} role="alert">
      <Icon name={isBad ? 'warn' : 'cross'} size={22} />
      <h2>{title}</h2>
      {code !== undefined && <span class="badge bad">{code}</span>}
      <p>{withCode(text)}</p>
      {advice && <p class="try">{advice.text}</p>}
      <div class="toolbar">
        {advice?.tries.map(({ label, values }) => (
          <Button key={label} class="primary" onClick={() => onRun(values)}>
            {label}
          </Button>
        ))}
        <Button onClick={() => onRun({})}>{words.outcomeAgain}</Button>
        <a class="button quiet" href="/console/activity">
          {words.outcomeActivity}
        </a>
      </div>
    </div>
  )
}

const statusTitles: Readonly<Record<number, string>> = {
  400: words.outcomeRefused,
  401: terms.stateSessionEnded,
  402: words.outcomeRefused,
  403: words.outcomeRefused,
  408: words.outcomeTimeout,
  422: words.outcomeRefused,
  429: words.outcomeBusy,
  500: words.outcomeFailed,
  503: words.outcomeBusy,
  504: words.outcomeTimeout,
}

function Answered({
  outcome: { answer, sent },
  onRun,
}: {
  outcome: Extract<Outcome, { state: 'answered' }>
  onRun: RunWith
}) {
  const body = isObject(answer.body) ? answer.body : {}
  const isGood = answer.status < 400 && body['success'] !== false
  const { choice, request } = sent
  const samplesView: OtherView = {
    name: 'code',
    label: answerWords.tabsCode,
    show: () => <Samples choice={choice} request={request} />,
  }
  if (!isGood) {
    const code = typeof body['code'] === 'string' ? body['code'] : undefined
    const details = Array.isArray(body['details']) ? body['details'] : []
    const texts = details.flatMap((one: unknown) =>
      isObject(one) && typeof one['message'] === 'string' ? [one['message']] : [],
    )
    const text = toText(body['error']) || words.outcomeBroken
    return (
      <>
        <Meter answer={answer} metadata={{}} isGood={false} />
        <Face
          title={statusTitles[answer.status] ?? words.outcomeFailed}
          text={[text, ...texts.filter((one) => !text.includes(one))].join(' ')}
          code={code}
          advice={findAdvice(code)}
          isBad
          onRun={onRun}
        />
      </>
    )
  }
  const data = isObject(body['data']) ? body['data'] : {}
  const metadata = isObject(data['metadata']) ? data['metadata'] : {}
  const id = typeof body['id'] === 'string' ? body['id'] : undefined
  const starts = id === undefined ? undefined : main[choice.key]?.starts
  const progress: OtherView[] =
    id !== undefined && starts
      ? [
          {
            name: 'progress',
            label: resultWords.tabsProgress,
            show: () => <Progress starts={starts} id={id} />,
          },
        ]
      : []
  return (
    <>
      <Meter answer={answer} metadata={metadata} isGood />
      <Notices data={data} metadata={metadata} onRun={onRun} />
      <ViewTabs
        label={terms.thingResult}
        views={[...progress, ...listViews(answer.body), samplesView]}
      />
    </>
  )
}

/** The progress of what was started, here and with a link to its own page. */
function Progress({ starts, id }: { starts: 'job' | 'agent' | 'extract'; id: string }) {
  if (starts === 'extract') return <Extraction id={id} />
  const isJob = starts === 'job'
  return (
    <div class="started">
      <a class="button small" href={`/console/${isJob ? 'jobs' : 'agent'}/${id}`}>
        {isJob ? terms.actionOpenJob : terms.actionOpenRun}
      </a>
      {isJob ? <JobPage id={id} /> : <AgentRunPage id={id} />}
    </div>
  )
}

const everyMs = 1_000

function Extraction({ id }: { id: string }) {
  const [isDone, setDone] = useState(false)
  const { data, failure } = useResource<{ readonly status: string; readonly error?: string }>(
    `/v2/extract/${id}`,
    isDone ? undefined : everyMs,
  )
  if (data && data.status !== 'processing' && !isDone) setDone(true)
  const error = failure ?? data?.error
  if (error !== undefined) return <p class="notice bad">{withCode(error)}</p>
  if (!data || data.status === 'processing')
    return (
      <div class="face" role="status">
        <span class="spinner" aria-hidden="true" />
        <h2>{resultWords.extractWorking}</h2>
      </div>
    )
  return (
    <ViewTabs
      label={terms.thingResult}
      views={listViews({ data: { json: (data as { readonly data?: unknown }).data } })}
    />
  )
}
