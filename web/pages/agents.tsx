import { useState } from 'preact/hooks'
import { get, readMessage, send } from '../api.ts'
import { ago, formatTime, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { go, query } from '../router.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Table, type Column } from '../ui/table.tsx'
import * as words from '../words/en/agents.ts'

interface Run {
  readonly id: string
  readonly createdAt: string
  readonly status: 'processing' | 'completed' | 'failed'
  readonly options: { readonly prompt: string; readonly urls?: readonly string[] }
}
interface Runs {
  readonly agents: readonly Run[]
  readonly next?: string
}

const everyMs = 5_000

/** Starts a run of the agent, and lists those of the team. */
export function AgentsPage() {
  const newest = useResource<Runs>('/v2/agent', everyMs)
  const [older, setOlder] = useState<Runs>()
  const [failure, setFailure] = useState<string>()
  const rows = [...(newest.data?.agents ?? []), ...(older?.agents ?? [])]
  const next = (older ?? newest.data)?.next
  const loadOlder = async (url: string) => {
    try {
      const { pathname, search } = new URL(url)
      const more = await get<Runs>(pathname + search)
      setOlder({ ...more, agents: [...(older?.agents ?? []), ...more.agents] })
    } catch (thrown) {
      setFailure(readMessage(thrown))
    }
  }
  return (
    <div class="page">
      {may('member') && <StartForm />}
      {(failure ?? newest.failure) !== undefined && <Failure>{failure ?? newest.failure}</Failure>}
      <Card title={words.runs}>
        {!newest.data && newest.failure === undefined && <Loading />}
        {newest.data && rows.length === 0 && (
          <Empty icon="agent" title={words.noRuns}>
            <p>{words.theAgentSearchesAnd}</p>
          </Empty>
        )}
        {rows.length > 0 && (
          <Table label={words.runs} columns={columns} rows={rows} makeKey={({ id }) => id} />
        )}
        {next !== undefined && (
          <button type="button" class="button" onClick={() => void loadOlder(next)}>
            {words.showOlderRuns}
          </button>
        )}
      </Card>
    </div>
  )
}

const stateClass = { processing: 'info', completed: 'good', failed: 'bad' }
const stateText = {
  processing: words.running,
  completed: words.completed,
  failed: words.failed,
}

const columns: readonly Column<Run>[] = [
  {
    title: words.goal,
    class: 'target words',
    cell: ({ id, options }) => <a href={`/console/agent/${id}`}>{options.prompt}</a>,
  },
  {
    title: words.beginsAt,
    class: 'faint',
    cell: ({ options: { urls = [] } }) =>
      urls[0] === undefined
        ? words.theWeb
        : `${shortUrl(urls[0]).slice(0, 40)}${urls.length > 1 ? words.andMore(urls.length - 1) : ''}`,
  },
  {
    title: words.state,
    cell: ({ status }) => <span class={`badge ${stateClass[status]}`}>{stateText[status]}</span>,
  },
  {
    title: words.started,
    isRight: true,
    class: 'faint',
    hint: ({ createdAt }) => formatTime(new Date(createdAt)),
    cell: ({ createdAt }) => ago(createdAt),
  },
]

/** Text of a field; undefined when it is empty. */
const readText = (fields: FormData, name: string): string | undefined => {
  const value = fields.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The body of a request from the form. Throws for a schema that is no JSON. */
function makeBody(fields: FormData): object {
  const urls = readText(fields, 'urls')
    ?.split('\n')
    .map((url) => url.trim())
    .filter(Boolean)
  const schema = readText(fields, 'schema')
  const threadId = readText(fields, 'threadId')
  return {
    prompt: readText(fields, 'prompt'),
    effort: readText(fields, 'effort'),
    maxCredits: Number(readText(fields, 'maxCredits')),
    ...(urls && { urls }),
    ...(fields.has('strict') && { strictConstrainToURLs: true }),
    ...(schema !== undefined && { schema: parsedSchema(schema) }),
    ...(threadId !== undefined && { threadId }),
  }
}

function parsedSchema(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(words.theSchemaIsNot)
  }
}

function StartForm() {
  const { run, isBusy, notice } = useAction()
  const threadId = new URLSearchParams(query.value).get('thread')
  const [urls, setUrls] = useState('')
  const start = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.target as HTMLFormElement)
    void run(async () => {
      const { id } = await send<{ id: string }>('POST', '/v2/agent', makeBody(fields))
      go(`/console/agent/${id}`)
    })
  }
  return (
    <Card title={threadId === null ? words.newRun : words.continueTheThread}>
      <form class="stack agent-form" onSubmit={start}>
        {notice}
        {threadId !== null && <input type="hidden" name="threadId" value={threadId} />}
        <label class="labelled">
          {words.goal}
          <textarea
            name="prompt"
            rows={3}
            required
            maxLength={10_000}
            placeholder={words.compareThePricesOf}
          />
        </label>
        <div class="columns">
          <label class="labelled">
            {words.pagesToBeginWith}
            <textarea
              name="urls"
              rows={3}
              class="mono"
              spellcheck={false}
              placeholder="https://example.com/pricing"
              value={urls}
              onInput={(event) => setUrls(event.currentTarget.value)}
            />
            <small>{words.optionalOnePerLine}</small>
          </label>
          <label class="labelled">
            {words.schemaOfTheResult}
            <textarea
              name="schema"
              rows={3}
              class="mono"
              spellcheck={false}
              placeholder='{"type":"object","properties":{}}'
            />
            <small>{words.optionalJsonSchemaWithout}</small>
          </label>
        </div>
        <div class="toolbar">
          <label class="inline">
            {words.effort}
            <select name="effort" class="narrow">
              <option>{words.low}</option>
              <option selected>{words.medium}</option>
              <option>{words.high}</option>
            </select>
          </label>
          <label class="inline">
            {words.atMost}
            <input
              name="maxCredits"
              type="number"
              min={1}
              max={1_000_000}
              required
              defaultValue="500"
            />
            {words.credits}
          </label>
          {urls.trim() !== '' && (
            <label class="toggle">
              <input type="checkbox" role="switch" class="switch" name="strict" />
              {words.readNoOtherPages}
            </label>
          )}
          <span class="grow" />
          <button type="submit" class="button primary" disabled={isBusy}>
            <Icon name="play" size={13} />
            {words.start}
          </button>
        </div>
      </form>
    </Card>
  )
}
