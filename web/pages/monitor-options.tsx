import { useState } from 'preact/hooks'
import { readMessage } from '../api.ts'
import type { Field } from '../forms/schema.ts'
import { Failure, Loading } from '../ui/card.tsx'
import { loadChoices, loadFields } from './operations.ts'
import { Options } from './playground-options.tsx'
import type { Values } from './playground-request.ts'

/** Members that other fields of the form show, and those that a monitor cannot have. */
const others = new Set([
  'url',
  'limit',
  'includeTags',
  'excludeTags',
  'actions',
  'scrapeOptions',
  'prompt',
  'webhook',
  'maxConcurrency',
  'zeroDataRetention',
  'auditMetadata',
])

async function load(operation: string): Promise<readonly Field[]> {
  const choices = await loadChoices()
  const choice = choices.find(({ key }) => key === operation)
  const fields = choice ? await loadFields(choice) : []
  return fields.filter(({ name }) => !others.has(name))
}

/** The options of an operation that a monitor runs, as the playground shows them: headers, profile, location and the others. */
export function MonitorOptions(props: {
  operation: string
  title: string
  values: Values
  onChange: (values: Values) => void
  /** What is typed as JSON is no object of options. */
  onProblem: (problem: string | undefined) => void
}) {
  const { operation, title, values, onChange, onProblem } = props
  const [fields, setFields] = useState<readonly Field[]>()
  const [failure, setFailure] = useState<string>()
  const count = Object.keys(values).length
  const open = (isOpen: boolean) => {
    if (!isOpen) return
    load(operation).then(setFields, (thrown: unknown) => setFailure(readMessage(thrown)))
  }
  return (
    <details class="more-settings" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        {title} {count > 0 && <span class="count">{count}</span>}
      </summary>
      <div class="stack">
        {failure !== undefined && <Failure>{failure}</Failure>}
        {!fields && failure === undefined && <Loading />}
        {fields && (
          <Options
            fields={fields}
            values={values}
            onChange={(name, value) => {
              const { [name]: _, ...rest } = values
              onChange(value === undefined ? rest : { ...rest, [name]: value })
            }}
            onReplace={onChange}
            onProblem={onProblem}
          />
        )}
      </div>
    </details>
  )
}
