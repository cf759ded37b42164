import { useState } from 'preact/hooks'
import { formatBytes, toText } from '../format.ts'
import type { Field } from '../forms/schema.ts'
import { Icon } from '../ui/icon.tsx'
import * as words from '../words/en/playground.ts'
import * as terms from '../words/en/terms.ts'

interface LeadProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The first thing that one fills in: an address, addresses, words or a file. */
export function Lead({ field, value, onChange }: LeadProps) {
  const { name, control } = field
  if (control === 'file') return <FileDrop name={name} value={value} onChange={onChange} />
  const isList = control === 'lines'
  const isLong = isList || control === 'long'
  const text = isList && Array.isArray(value) ? value.join('\n') : toText(value)
  const shared = {
    id: 'lead',
    required: field.isRequired || name === 'url',
    placeholder: name === 'url' ? 'https://example.com' : isList ? words.leadUrls : name,
    value: text,
  }
  const set = (typed: string) =>
    onChange(typed === '' ? undefined : isList ? typed.split('\n') : typed)
  return (
    <>
      <label class="unseen" for="lead">
        {name}
      </label>
      {isLong ? (
        <textarea
          {...shared}
          class={isList ? 'mono' : ''}
          rows={3}
          spellcheck={!isList}
          onInput={(event) => set(event.currentTarget.value)}
          onChange={(event) => set(event.currentTarget.value.trim())}
        />
      ) : (
        <input
          {...shared}
          class="mono"
          spellcheck={false}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </>
  )
}

function FileDrop({
  name,
  value,
  onChange,
}: Pick<LeadProps, 'value' | 'onChange'> & { readonly name: string }) {
  const [isOver, setOver] = useState(false)
  const file = value instanceof File ? value : undefined
  return (
    <label
      class={`drop${isOver ? ' is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onChange(event.dataTransfer?.files[0])
      }}
    >
      <Icon name="upload" />
      <span>{file ? `${file.name} (${formatBytes(file.size)})` : words.leadFile}</span>
      <small>{words.fileHint}</small>
      <input
        type="file"
        class="unseen"
        aria-label={name}
        required={!file}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])}
      />
    </label>
  )
}

/** A number that decides about the price. */
export function Beside({ field: { name, schema }, value, onChange }: LeadProps) {
  const { minimum = 1, maximum, default: fallback } = schema
  return (
    <label class="beside">
      {terms.fieldLimit}
      <input
        type="number"
        aria-label={name}
        min={minimum}
        {...(maximum !== undefined && { max: maximum })}
        placeholder={toText(fallback)}
        value={value === undefined ? '' : Number(value)}
        onInput={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
        }
      />
    </label>
  )
}
