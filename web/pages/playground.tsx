import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { get, readMessage, type Answer } from '../api.ts'
import { listFields, type OpenApi } from '../forms/schema.ts'
import { go, query } from '../router.ts'
import { may } from '../session.ts'
import { Failure, Loading } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { EstimateText } from './estimate.tsx'
import { History } from './history.tsx'
import { listChoices, mainChoices, otherChoices, type Choice } from './operations.ts'
import { Options } from './playground-options.tsx'
import { buildRequest, runRequest, type Values } from './playground-request.ts'
import { takePending, writeAddress } from './playground-start.ts'
import { Result } from './playground-result.tsx'
import { remember } from './request-history.ts'
import * as words from '../words/en/playground.ts'

const defaultKey = 'post /v2/scrape'
const defaults: Readonly<Record<string, Values>> = {
  'post /v2/scrape': { formats: ['markdown', 'links'] },
}

/** What the address of the page says: `?run=post+/v2/map&with={…}`. */
function fromAddress(): { key: string; values: Values } {
  const parameters = new URLSearchParams(query.value)
  const key = parameters.get('run') ?? defaultKey
  try {
    const values: unknown = JSON.parse(parameters.get('with') ?? '')
    if (typeof values === 'object' && values !== null) return { key, values: values as Values }
  } catch {
    // A link without values, or one that was cut off.
  }
  return { key, values: defaults[key] ?? {} }
}

let loaded: Promise<OpenApi> | undefined

/** Loads the description once; after a failure again. */
const loadApi = () =>
  (loaded ??= get<OpenApi>('/v2/openapi.json').catch((thrown: unknown) => {
    loaded = undefined
    throw thrown
  }))

/** Runs any operation of the API; the form comes from the OpenAPI document. */
export function Playground() {
  const [api, setApi] = useState<OpenApi>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    loadApi().then(setApi, (thrown: unknown) => setFailure(readMessage(thrown)))
  }, [])
  if (failure !== undefined) return <Failure>{failure}</Failure>
  return api ? <Form api={api} key={query.value} /> : <Loading />
}

function Form({ api }: { api: OpenApi }) {
  const choices = useMemo(() => listChoices(api), [api])
  const pending = useMemo(takePending, [])
  const start = useMemo(() => pending ?? fromAddress(), [])
  const [key, setKey] = useState(start.key)
  const [values, setValues] = useState<Values>(start.values)
  const choice = choices.find((one) => one.key === key) ?? choices[0]
  const fields = useMemo(() => (choice ? listFields(api, choice.operation) : []), [api, choice])
  const run = useRun()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
    }
    addEventListener('keydown', onKey)
    if (pending) form.current?.requestSubmit()
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!choice) return <Failure>{words.formUnavailable}</Failure>
  const request = buildRequest(choice, fields, values)
  const choose = (next: string) => {
    setKey(next)
    const kept = values['url'] === undefined ? {} : { url: values['url'] }
    setValues({ ...defaults[next], ...kept })
    run.clear()
  }
  const share = () => {
    go(writeAddress({ key, values }))
  }
  const lead = fields.find(({ name, place }) => name === chooseLead(choice) && place === 'body')
  const others = fields.filter((field) => field !== lead)
  const isAllowed = choice.method === 'GET' || may('member')
  return (
    <div class="playground">
      <form
        class="ask"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          // A browser that keeps nothing must not prevent the request.
          remember({ key, values }).catch(() => undefined)
          void run.start(() => (signal) => runRequest(request, signal))
        }}
      >
        <Choices choices={choices} chosen={choice} onChoose={choose} />
        <div class="url">
          {lead && (
            <>
              <label class="unseen" for="lead">
                {lead.name}
              </label>
              <input
                id="lead"
                spellcheck={false}
                required
                placeholder={lead.name === 'url' ? 'https://example.com' : lead.name}
                value={typeof values[lead.name] === 'string' ? String(values[lead.name]) : ''}
                onInput={({ currentTarget }) =>
                  setValues({ ...values, [lead.name]: currentTarget.value || undefined })
                }
              />
            </>
          )}
          {!lead && <code class="path">{`${choice.method} ${choice.path}`}</code>}
          <RunButton run={run} isAllowed={isAllowed} />
        </div>
        <EstimateText operation={key} body={request.body} />
        <Options
          api={api}
          fields={others}
          values={values}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
          onReplace={setValues}
        />
        <div class="links-row">
          <button type="button" class="button quiet" onClick={share}>
            <Icon name="link" size={14} />
            {words.formShare}
          </button>
          <History
            onChoose={(entry) => {
              setKey(entry.key)
              setValues(entry.values)
              run.clear()
            }}
          />
        </div>
      </form>
      <section class="answer" aria-label={words.resultLabel} aria-busy={run.isRunning}>
        {run.isRunning && (
          <div class="progress" role="status">
            <span class="unseen">{words.resultWaiting}</span>
          </div>
        )}
        {run.failure !== undefined && <Failure>{run.failure}</Failure>}
        <Result choice={choice} request={request} answer={run.answer} />
      </section>
    </div>
  )
}

/** The field beside the button: the first thing that one fills in. */
const chooseLead = ({ key }: Choice) => (key === 'post /v2/search' ? 'query' : 'url')

function RunButton({ run, isAllowed }: { run: ReturnType<typeof useRun>; isAllowed: boolean }) {
  if (run.isRunning)
    return (
      <button
        type="button"
        class="button"
        onClick={(event) => {
          // The same element becomes the button that submits the form before the click has ended.
          event.preventDefault()
          run.cancel()
        }}
      >
        {words.runCancel}
      </button>
    )
  return (
    <button
      type="submit"
      class="button primary"
      disabled={!isAllowed}
      title={isAllowed ? undefined : words.runViewer}
    >
      <Icon name="play" size={13} />
      {words.runSubmit}
      <kbd>⌃↵</kbd>
    </button>
  )
}

/** Sends one request at a time, and can cancel it. */
function useRun() {
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<string>()
  const [running, setRunning] = useState<AbortController>()
  const start = async (prepare: () => (signal: AbortSignal) => Promise<Answer>) => {
    if (running) return
    const controller = new AbortController()
    setRunning(controller)
    setFailure(undefined)
    try {
      setAnswer(await prepare()(controller.signal))
    } catch (thrown) {
      if (!controller.signal.aborted) setFailure(readMessage(thrown))
    } finally {
      setRunning(undefined)
    }
  }
  return {
    answer,
    failure,
    isRunning: running !== undefined,
    start,
    cancel: () => running?.abort(),
    clear: () => {
      setAnswer(undefined)
      setFailure(undefined)
    },
  }
}

function Choices(props: {
  choices: readonly Choice[]
  chosen: Choice
  onChoose: (key: string) => void
}) {
  const { choices, chosen, onChoose } = props
  const others = otherChoices(choices)
  const isOther = ![...mainChoices(choices)].includes(chosen)
  return (
    <div class="choices">
      <div role="radiogroup" aria-label={words.operationLabel}>
        {mainChoices(choices).map(({ key, label }) => (
          <label key={key}>
            <input
              type="radio"
              name="operation"
              checked={key === chosen.key}
              onChange={() => onChoose(key)}
            />
            {label}
          </label>
        ))}
      </div>
      <select
        aria-label={words.operationOthers}
        class={isOther ? 'is-chosen' : ''}
        value={isOther ? chosen.key : ''}
        onChange={(event) => event.currentTarget.value && onChoose(event.currentTarget.value)}
      >
        <option value="">{words.operationOthers}</option>
        {[...others].map(([group, entries]) => (
          <optgroup key={group} label={group}>
            {entries.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
