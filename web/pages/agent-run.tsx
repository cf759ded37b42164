import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { duration, formatNumber, formatTime, toText } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { listSources, listSteps, type Source } from './agent-steps.ts'
import { Timeline } from './agent-timeline.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/agent-run.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/agent/contract.ts'
import type { z } from 'zod'

type Status = z.output<typeof contract.AgentStatus>
type Trace = z.output<typeof contract.AgentTrace>

interface Facts {
  readonly id: string
  readonly prompt: string
  readonly state: string
  readonly maxCredits: number
  readonly tokens: number
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly costs: Readonly<Record<string, number>>
}

const everyMs = 1_000

/** A run of the agent: its goal, its result with the sources, and what it has done. */
export function AgentRunPage({ id }: { id: string }) {
  const [isRunning, setRunning] = useState(true)
  const every = isRunning ? everyMs : undefined
  const status = useResource<Status>(`/v2/agent/${id}`, every)
  const facts = useResource<{ data: Facts }>(`/console/api/agent/${id}`, every)
  const trace = useResource<Trace>(`/v2/agent/${id}/trace`, every)
  const [shown, setShown] = useState<Source>()
  if (status.data && status.data.status !== 'processing' && isRunning) setRunning(false)
  const run = facts.data?.data
  const failure = status.failure ?? facts.failure ?? trace.failure
  if (failure !== undefined && !run) return <Failure>{failure}</Failure>
  if (!run || !status.data || !trace.data) return <Loading />
  const sources = listSources(trace.data.events)
  const reload = async () => {
    await Promise.all([status.reload(), facts.reload(), trace.reload()])
  }
  return (
    <div class="page">
      <RunHeader
        run={run}
        status={status.data}
        credits={trace.data.creditsUsed}
        onChanged={reload}
      />
      <Result status={status.data} />
      <div class="run-parts">
        <Card title={words.timelineTitle}>
          <Timeline
            steps={listSteps(trace.data.events)}
            costs={run.costs}
            startedAt={run.createdAt}
            onShow={setShown}
          />
        </Card>
        <Card title={words.sourcesTitle}>
          {sources.length === 0 && <p class="faint">{words.sourcesEmpty}</p>}
          <ul class="sources">
            {sources.map((source) => (
              <li key={source.snapshotId}>
                <ForeignLink url={source.url} />
                <Button class="small" onClick={() => setShown(source)}>
                  {terms.thingText}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      {shown && <SnapshotDialog runId={id} source={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

const looks: Readonly<Record<string, readonly [string, string]>> = {
  processing: ['info', 'running'],
  succeeded: ['good', 'completed'],
  failed: ['bad', 'failed'],
  cancelled: ['', 'cancelled'],
  refused: ['bad', 'refused'],
  credit_limit_reached: ['warn', words.badgeCreditLimit],
}

function RunHeader(props: {
  run: Facts
  status: Status
  credits: number
  onChanged: () => Promise<void>
}) {
  const { run: facts, status, credits, onChanged } = props
  const { run, isBusy, notice } = useAction()
  const [look, text] = looks[facts.state] ?? ['', facts.state]
  const end = facts.finishedAt === null ? Date.now() : Date.parse(facts.finishedAt)
  const isRunning = facts.state === 'processing'
  const cancel = () =>
    run(async () => {
      await send('DELETE', `/v2/agent/${facts.id}`)
      await onChanged()
    })
  return (
    <section class="card">
      <div class="toolbar">
        <span class="badge">{terms.pageAgent}</span>
        <span class={`badge ${look}`}>{text}</span>
        <span class="grow" />
        {may('member') && isRunning && (
          <Button class="danger" disabled={isBusy} onClick={() => void cancel()}>
            {terms.actionCancel}
          </Button>
        )}
        {may('member') && !isRunning && status.threadId !== undefined && (
          <a class="button" href={`/console/agent?thread=${status.threadId}`}>
            <Icon name="plus" size={14} />
            {words.headerContinue}
          </a>
        )}
      </div>
      <h2 class="prompt">{facts.prompt}</h2>
      <p class="facts" role="status">
        <span>
          {isRunning || credits > 0 ? counts.credits(credits) : words.headerFree}
          {isRunning && fill(words.headerMaximum, { maxCredits: formatNumber(facts.maxCredits) })}
        </span>
        <span>{counts.tokens(facts.tokens)}</span>
        <span>{duration((end - Date.parse(facts.createdAt)) / 1_000)}</span>
        <span class="faint">
          {fill(terms.factKeptUntil, { expiresAt: formatTime(new Date(status.expiresAt)) })}
        </span>
      </p>
      {notice}
      {status.error !== undefined && facts.state !== 'cancelled' && (
        <Failure>{status.error}</Failure>
      )}
    </section>
  )
}

/** The data of a completed run, or what one had found that its credit limit ended. */
function Result({ status }: { status: Status }) {
  const { data, partial, partialSchemaValid } = status
  const value = data ?? partial
  if (value === undefined) return null
  return (
    <Card
      title={data === undefined ? words.resultPartialTitle : terms.thingResult}
      actions={<CopyButton text={JSON.stringify(value, null, 2)} />}
    >
      {data === undefined && (
        <p class="notice warn">
          {words.resultPartial}
          {partialSchemaValid === false && words.resultMisfit}.
        </p>
      )}
      <Answer value={value} />
    </Card>
  )
}

interface TextAnswer {
  readonly answer: string
  readonly sources: readonly { readonly url: string; readonly title?: string }[]
}

const isText = (value: unknown): value is TextAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'answer' in value &&
  typeof value.answer === 'string' &&
  'sources' in value &&
  Array.isArray(value.sources)

function Answer({ value }: { value: unknown }) {
  if (!isText(value))
    return (
      <div class="tree flush">
        <JsonTree value={value} />
      </div>
    )
  return (
    <div class="stack">
      <p class="answer-words">{value.answer}</p>
      {value.sources.length > 0 && (
        <ol class="numbered">
          {value.sources.map(({ url, title }, index) => (
            <li key={index}>
              <ForeignLink url={url} text={title === undefined || title === '' ? url : title} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The text of a page as the run has read it. */
function SnapshotDialog(props: { runId: string; source: Source; onClose: () => void }) {
  const { runId, source, onClose } = props
  const { data, failure } = useResource<{ snapshot: string }>(
    `/v2/agent/${runId}/snapshots/${source.snapshotId}`,
  )
  return (
    <Dialog title={words.snapshotTitle} look="wide" onClose={onClose}>
      <p class="where">
        <ForeignLink url={source.url} />
      </p>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && failure === undefined && <Loading />}
      {data && data.snapshot === '' && <Empty icon="documents" title={words.snapshotEmpty} />}
      {data && data.snapshot !== '' && <Markdown text={toText(data.snapshot)} />}
    </Dialog>
  )
}
