import { useId, useState } from 'preact/hooks'
import { toText } from '../format.ts'
import { withCode } from '../ui/with-code.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Field } from './schema.ts'
import * as words from '../words/en/playground.ts'

interface FieldProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** One field of a request: its name in the API, its meaning, and a control. Fields without a value are not sent. */
export function FieldRow({ field, value, onChange }: FieldProps) {
  const id = useId()
  const { name, schema, control, isRequired } = field
  const isSet = value !== undefined
  return (
    <div class={`field as-${control}${isSet ? ' is-set' : ''}`}>
      <div class="about">
        <label for={id}>{name}</label>
        {isRequired && <span class="badge">{words.fieldRequired}</span>}
        {schema.description !== undefined && (
          <p id={`${id}-about`}>{withCode(schema.description)}</p>
        )}
      </div>
      <div class="control">
        <Control id={id} field={field} value={value} onChange={onChange} />
        {isSet && (
          <button
            type="button"
            class="icon-button"
            aria-label={words.fieldReset(name)}
            onClick={() => onChange(undefined)}
          >
            <Icon name="reset" size={13} />
          </button>
        )}
      </div>
    </div>
  )
}

function Control({ id, field, value, onChange }: FieldProps & { readonly id: string }) {
  const { schema, control } = field
  const about = schema.description === undefined ? {} : { 'aria-describedby': `${id}-about` }
  const fallback = schema.default
  const example = schema.examples?.find((one) => typeof one === 'string')
  const placeholder =
    typeof fallback === 'object' || fallback === undefined ? (example ?? '') : toText(fallback)
  const shared = { id, ...about }
  switch (control) {
    case 'switch':
      return (
        <input
          {...shared}
          type="checkbox"
          role="switch"
          class="switch"
          checked={Boolean(value ?? fallback)}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <select
          {...shared}
          value={toText(value ?? fallback)}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        >
          {fallback === undefined && <option value="">{words.fieldUnset}</option>}
          {(schema.enum ?? []).map((choice) => (
            <option key={String(choice)}>{String(choice)}</option>
          ))}
        </select>
      )
    case 'number':
      return (
        <input
          {...shared}
          type="number"
          {...(schema.minimum !== undefined && { min: schema.minimum })}
          {...(schema.maximum !== undefined && { max: schema.maximum })}
          step="any"
          placeholder={placeholder}
          value={value === undefined ? '' : Number(value)}
          onInput={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
          }
        />
      )
    case 'file':
      return (
        <input
          {...shared}
          type="file"
          onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])}
        />
      )
    case 'lines':
    case 'long':
    case 'json':
      return (
        <Area {...shared} control={control} value={value} example={example} onChange={onChange} />
      )
    case 'text':
      return (
        <input
          {...shared}
          placeholder={placeholder}
          value={typeof value === 'string' ? value : ''}
          onInput={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
    default:
      return null
  }
}

interface AreaProps {
  readonly id: string
  readonly control: 'lines' | 'long' | 'json'
  readonly value: unknown
  readonly example: unknown
  readonly onChange: (value: unknown) => void
}

const placeholders = { lines: words.fieldLines, long: '', json: 'JSON' }

function Area({ control, value, example, onChange, ...shared }: AreaProps) {
  const [problem, setProblem] = useState(false)
  const shown = {
    lines: () => (Array.isArray(value) ? value.join('\n') : ''),
    long: () => (typeof value === 'string' ? value : ''),
    json: () => (value === undefined ? '' : JSON.stringify(value, null, 1)),
  }
  const read = (text: string) => {
    if (text.trim() === '') return onChange(undefined)
    if (control === 'lines') return onChange(text.split('\n'))
    if (control === 'long') return onChange(text)
    const parsed = parseJson(text)
    setProblem(parsed === undefined)
    if (parsed !== undefined) onChange(parsed)
  }
  const update = (event: { currentTarget: HTMLTextAreaElement }) => read(event.currentTarget.value)
  return (
    <div class="area">
      <textarea
        {...shared}
        rows={2}
        class={control === 'long' ? '' : 'mono'}
        spellcheck={control === 'long'}
        placeholder={typeof example === 'string' ? example : placeholders[control]}
        value={shown[control]()}
        aria-invalid={problem}
        {...(control === 'json' ? { onChange: update } : { onInput: update })}
      />
      {problem && <small class="bad-text">{words.jsonInvalid}</small>}
    </div>
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
