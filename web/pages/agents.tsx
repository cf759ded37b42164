import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { shortUrl } from '../format.ts'
import { listLines } from '../lines.ts'
import { useList } from '../list.tsx'
import { go, query } from '../router.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form, type Fields } from '../ui/form.tsx'
import { type Column } from '../ui/table.tsx'
import { ListCard, agoColumn } from '../ui/list-card.tsx'
import { Toggle } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/agents.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/agent/contract.ts'
import type { z } from 'zod'

type Runs = z.output<typeof contract.AgentList>
type Run = Runs['agents'][number]

const everyMs = 5_000

const readRuns = ({ agents, next }: Runs) => ({
  rows: agents,
  next: next === undefined ? undefined : (new URL(next).searchParams.get('before') ?? undefined),
})

/** Starts a run of the agent, and lists those of the team. */
export function AgentsPage() {
  const list = useList('/v2/agent', readRuns, everyMs)
  return (
    <div class="page">
      {may('member') && <StartForm />}
      <ListCard title={words.listTitle} columns={columns} empty={empty} {...list} />
    </div>
  )
}

const stateClass = { processing: 'info', completed: 'good', failed: 'bad' }
const stateText = {
  processing: terms.stateRunning,
  completed: terms.stateCompleted,
  failed: terms.stateFailed,
}

const empty = { icon: 'agent', title: words.emptyTitle, text: words.emptyText } as const
const columns: readonly Column<Run>[] = [
  {
    title: terms.fieldGoal,
    class: 'target words',
    cell: ({ id, options }) => <a href={`/console/agent/${id}`}>{options.prompt}</a>,
  },
  {
    title: words.columnsBegin,
    class: 'faint',
    cell: ({ options: { urls = [] } }) =>
      urls[0] === undefined
        ? words.columnsAnywhere
        : `${shortUrl(urls[0]).slice(0, 40)}${urls.length > 1 ? fill(words.columnsMore, { urls: urls.length - 1 }) : ''}`,
  },
  {
    title: terms.columnState,
    cell: ({ status }) => <span class={`badge ${stateClass[status]}`}>{stateText[status]}</span>,
  },
  agoColumn(terms.columnStarted, ({ createdAt }) => createdAt),
]

/** The body of a request from the form. Throws for a schema that is no JSON. */
function makeBody({ prompt = '', effort, maxCredits, urls = '', ...others }: Fields): object {
  const lines = listLines(urls)
  const schema = others['schema']?.trim()
  const { threadId } = others
  return {
    prompt: prompt.trim() || undefined,
    effort,
    maxCredits: Number(maxCredits),
    ...(lines.length > 0 && { urls: lines }),
    ...('strict' in others && { strictConstrainToURLs: true }),
    ...(schema && { schema: parsedSchema(schema) }),
    ...(threadId && { threadId }),
  }
}

function parsedSchema(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(words.formInvalidSchema)
  }
}

function StartForm() {
  const { run, isBusy, notice } = useAction()
  const threadId = new URLSearchParams(query.value).get('thread')
  const [urls, setUrls] = useState('')
  const start = (fields: Fields) =>
    run(async () => {
      const { id } = await send<{ id: string }>('POST', '/v2/agent', makeBody(fields))
      go(`/console/agent/${id}`)
    })
  return (
    <Card title={threadId === null ? words.formTitle : words.formThreadTitle}>
      <Form class="stack agent-form" onSubmit={start}>
        {notice}
        {threadId !== null && <input type="hidden" name="threadId" value={threadId} />}
        <label class="labelled">
          {terms.fieldGoal}
          <textarea
            name="prompt"
            rows={3}
            required
            maxLength={10_000}
            placeholder={words.goalPlaceholder}
          />
        </label>
        <div class="columns">
          <label class="labelled">
            {words.pagesLabel}
            <textarea
              name="urls"
              rows={3}
              class="mono"
              spellcheck={false}
              placeholder="https://example.com/pricing"
              value={urls}
              onInput={(event) => setUrls(event.currentTarget.value)}
            />
            <small>{words.pagesHint}</small>
          </label>
          <label class="labelled">
            {words.schemaLabel}
            <textarea
              name="schema"
              rows={3}
              class="mono"
              spellcheck={false}
              placeholder='{"type":"object","properties":{}}'
            />
            <small>{words.schemaHint}</small>
          </label>
        </div>
        <div class="toolbar">
          <label class="inline">
            {words.effortLabel}
            <select name="effort" class="narrow">
              <option>{words.effortLow}</option>
              <option selected>{words.effortMedium}</option>
              <option>{words.effortHigh}</option>
            </select>
          </label>
          <label class="inline">
            {terms.fieldLimit}
            <input
              name="maxCredits"
              type="number"
              min={1}
              max={1_000_000}
              required
              defaultValue="500"
            />
            {words.limitUnit}
          </label>
          {urls.trim() !== '' && <Toggle name="strict" label={words.pagesStrict} />}
          <span class="grow" />
          <Button type="submit" class="primary" icon="play" disabled={isBusy}>
            {terms.actionStart}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
