import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { findInvalid } from '../forms/invalid.ts'
import type { Field } from '../forms/schema.ts'
import { may } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { EstimateText } from './estimate.tsx'
import { main, type Choice } from './operations.ts'
import { Choices } from './playground-choices.tsx'
import { First } from './playground-first.tsx'
import { Beside, Lead } from './playground-lead.tsx'
import { Options } from './playground-options.tsx'
import { buildRequest, type Values } from './playground-request.ts'
import { OutcomeView } from './playground-result.tsx'
import { RequestActions } from './request-actions.tsx'
import { remember, type Remembered } from './request-history.ts'
import { useRun } from './use-run.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/playground.ts'
import * as terms from '../words/en/terms.ts'

export const defaults: Readonly<Record<string, Values>> = {
  'post /v2/scrape': { formats: ['markdown', 'links'] },
  'post /v2/crawl': { limit: 100 },
}

/** What an operation begins with; the address stays when another one is chosen. */
const startWith = (key: string, { url }: Values): Values => ({
  ...defaults[key],
  ...(url !== undefined && { url }),
})

/** Brings the result into view, which on a phone stands below the form. */
function useScroll(state: string): RefObject<HTMLElement | null> {
  const answer = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state !== 'none') answer.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return answer
}

/** Submits the form with Ctrl and Enter, and at once if the page was opened to run it. */
function useSubmit(form: RefObject<HTMLFormElement | null>, isStarting: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
    }
    addEventListener('keydown', onKey)
    if (isStarting) form.current?.requestSubmit()
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** A field reports its value again when it is left, which is no change. */
const withValue = (values: Values, name: string, value: unknown): Values =>
  value === values[name] ? values : { ...values, [name]: value }

/** The form of one operation, and what came of its last request. */
export function Form(props: {
  choices: readonly Choice[]
  choice: Choice
  fields: readonly Field[]
  start: Remembered
  isStarting: boolean
  onChoose: (request: Remembered, isStarting?: boolean) => void
}) {
  const { choices, choice, fields, start, isStarting, onChoose } = props
  const { key } = choice
  const [saved, setSaved] = useState(start.saved)
  const [values, setValues] = useState<Values>(start.values)
  const [problem, setProblem] = useState<string>()
  const run = useRun()
  const form = useRef<HTMLFormElement>(null)
  const invalid = problem ?? findInvalid(values)
  const send = (sent: Values) => {
    // A browser that keeps nothing must not prevent the request.
    remember({ key, values: sent }).catch(() => undefined)
    void run.start({ choice, request: buildRequest(choice, fields, sent), values: sent })
  }
  useSubmit(form, isStarting)
  const request = buildRequest(choice, fields, values)
  const { lead: leadName, beside: besideName } = main[key] ?? { lead: 'url' }
  const find = (name: string | undefined) => fields.find((field) => field.name === name)
  const lead = find(leadName)
  const beside = find(besideName)
  const others = fields.filter((field) => field !== lead && field !== beside)
  const isAllowed = choice.method === 'GET' || may('member')
  const set = (name: string, value: unknown) => setValues(withValue(values, name, value))
  const { outcome } = run
  const runWith = (more: Values) => {
    setValues({ ...values, ...more })
    send({ ...values, ...more })
  }
  const answer = useScroll(outcome.state)
  const chooseOther = (next: string) => onChoose({ key: next, values: startWith(next, values) })
  const hasChanged = outcome.state === 'answered' && outcome.sent.values !== values
  return (
    <div class="playground">
      <form
        class="ask"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (invalid === undefined && isAllowed) send(values)
        }}
      >
        <Choices choices={choices} chosen={choice} onChoose={chooseOther} />
        <div class="lead">
          {lead ? (
            <Lead
              field={lead}
              value={values[lead.name]}
              onChange={(value) => set(lead.name, value)}
            />
          ) : (
            <code class="path">{`${choice.method} ${choice.path}`}</code>
          )}
          <div class="lead-row">
            {beside && (
              <Beside
                field={beside}
                value={values[beside.name]}
                onChange={(value) => set(beside.name, value)}
              />
            )}
            <EstimateText operation={key} body={request.body} />
            <RunButton run={run} isAllowed={isAllowed} />
          </div>
        </div>
        {!isAllowed && <p class="notice info">{words.runViewer}</p>}
        {invalid !== undefined && <Problem text={invalid} />}
        <Options
          fields={others}
          values={values}
          onChange={set}
          onReplace={setValues}
          onProblem={setProblem}
        />
        <RequestActions
          request={{ key, values, ...(saved && { saved }) }}
          isValid={invalid === undefined}
          onChoose={onChoose}
          onSaved={setSaved}
        />
      </form>
      <section
        class="answer"
        ref={answer}
        aria-label={terms.thingResult}
        aria-busy={outcome.state === 'running'}
      >
        {hasChanged && <p class="notice info">{words.formChanged}</p>}
        <OutcomeView
          key={outcome.state === 'answered' ? outcome.answer.requestId : outcome.state}
          outcome={outcome}
          onRun={runWith}
        />
        {outcome.state === 'none' && (
          <First
            choice={choice}
            request={request}
            onTry={(example) => onChoose(example, true)}
            isAllowed={isAllowed}
          />
        )}
      </section>
    </div>
  )
}

const Problem = ({ text }: { text: string }) => (
  <p class="notice bad" role="alert">
    {fill(words.formProblem, { problem: text })}
  </p>
)

function RunButton({ run, isAllowed }: { run: ReturnType<typeof useRun>; isAllowed: boolean }) {
  if (run.outcome.state === 'running')
    return (
      <Button
        onClick={(event) => {
          // The same element becomes the button that submits the form before the click has ended.
          event.preventDefault()
          run.cancel()
        }}
      >
        {terms.actionCancel}
      </Button>
    )
  return (
    <Button type="submit" class="primary" icon="play" disabled={!isAllowed}>
      {terms.actionRun}
      <kbd>⌃↵</kbd>
    </Button>
  )
}
