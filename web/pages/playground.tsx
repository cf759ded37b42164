import { useEffect, useMemo, useState } from 'preact/hooks'
import { readMessage } from '../api.ts'
import type { Field } from '../forms/schema.ts'
import { query } from '../router.ts'
import { Failure, Loading } from '../ui/card.tsx'
import { loadChoices, loadFields, type Choice } from './operations.ts'
import { defaults, Form } from './playground-form.tsx'
import type { Values } from './playground-request.ts'
import { takePending } from './playground-start.ts'
import type { Remembered } from './request-history.ts'
import * as words from '../words/en/playground.ts'

const defaultKey = 'post /v2/scrape'
/** What the address of the page says: `?run=post+/v2/map&with={…}`. */
function fromAddress(): Remembered {
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

/** Runs any operation of the API; the forms come from its OpenAPI document. */
export function Playground() {
  const [choices, setChoices] = useState<readonly Choice[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    loadChoices().then(setChoices, (thrown: unknown) => setFailure(readMessage(thrown)))
  }, [])
  if (failure !== undefined) return <Failure>{failure}</Failure>
  return choices ? <Operations choices={choices} key={query.value} /> : <Loading />
}

/** Chooses the operation, and loads its fields. */
function Operations({ choices }: { choices: readonly Choice[] }) {
  const pending = useMemo(takePending, [])
  const [request, setRequest] = useState<Remembered>(() => pending ?? fromAddress())
  const [fields, setFields] = useState<{ of: Choice; list: readonly Field[] }>()
  const [failure, setFailure] = useState<string>()
  const [starting, setStarting] = useState(pending !== undefined)
  const choice = choices.find(({ key }) => key === request.key) ?? choices[0]
  useEffect(() => {
    if (!choice) return
    loadFields(choice).then(
      (list) => setFields({ of: choice, list }),
      (thrown: unknown) => setFailure(readMessage(thrown)),
    )
  }, [choice])
  if (!choice) return <Failure>{words.formUnavailable}</Failure>
  if (failure !== undefined) return <Failure>{failure}</Failure>
  if (fields?.of !== choice) return <Loading />
  const choose = (next: Remembered, isStarting = false) => {
    setStarting(isStarting)
    setRequest({ ...next })
  }
  return (
    <Form
      key={`${choice.key} ${request.saved?.id} ${JSON.stringify(request.values)}`}
      choices={choices}
      choice={choice}
      fields={fields.list}
      start={request}
      isStarting={starting}
      onChoose={choose}
    />
  )
}
