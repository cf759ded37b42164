import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { toText } from '../format.ts'
import { withCode } from '../ui/with-code.tsx'
import { IconButton } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { Checks, ObjectForm, ObjectList, Pairs } from './groups.tsx'
import { InvalidText } from './invalid.ts'
import { JsonArea } from './json-area.tsx'
import { listVariants, type Control as ControlName, type RowProps } from './schema.ts'
import { VariantList } from './variants.tsx'
import { Switch } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/playground.ts'
import * as terms from '../words/en/terms.ts'

const SchemaEditor = later(() =>
  import('./schema-editor.tsx').then((module) => module.SchemaEditor),
)

const isForm = (value: unknown) =>
  value === undefined ||
  (typeof value === 'object' && !Array.isArray(value) && !(value instanceof InvalidText))

/** One field of a request: its name in the API, its meaning, and a control. Fields without a value are not sent. */
export function FieldRow({ field, value, onChange, within }: RowProps) {
  const id = useId()
  const { name, schema, control, isRequired } = field
  const isSet = value !== undefined
  const Composite = composites[control]
  return (
    <div class={`field as-${control}${isSet ? ' is-set' : ''}`}>
      <div class="about">
        {Composite ? (
          <b>{name}</b>
        ) : (
          <label for={id}>
            {within !== undefined && <span class="unseen">{within} </span>}
            {name}
          </label>
        )}
        {isRequired && <span class="badge">{words.fieldRequired}</span>}
        {schema.description !== undefined && (
          <p id={`${id}-about`}>{withCode(schema.description)}</p>
        )}
      </div>
      <div class="control">
        {Composite ? (
          <Composite id={id} field={field} value={value} onChange={onChange} />
        ) : (
          <Control id={id} field={field} value={value} onChange={onChange} />
        )}
        {isSet && (
          <IconButton
            icon="reset"
            label={fill(words.fieldReset, { name })}
            onClick={() => onChange(undefined)}
          />
        )}
      </div>
    </div>
  )
}

function Control({ id, field, value, onChange }: RowProps & { readonly id: string }) {
  const { schema, control } = field
  const aboutId = schema.description === undefined ? undefined : `${id}-about`
  const about = aboutId === undefined ? {} : { 'aria-describedby': aboutId }
  const fallback = schema.default
  const example = schema.examples?.find((one) => typeof one === 'string')
  const placeholder =
    typeof fallback === 'object' || fallback === undefined ? (example ?? '') : toText(fallback)
  const shared = { id, ...about }
  switch (control) {
    case 'switch':
      return <Switch {...shared} checked={Boolean(value ?? fallback)} onSwitch={onChange} />
    case 'choice':
      return (
        <select
          {...shared}
          value={toText(value ?? fallback)}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        >
          {fallback === undefined && <option value="">{terms.factUnset}</option>}
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
      return (
        <Area {...shared} control={control} value={value} example={example} onChange={onChange} />
      )
    case 'json':
      return <JsonArea id={id} value={value} describedBy={aboutId} onChange={onChange} />
    case 'text':
      return (
        <input
          {...shared}
          placeholder={placeholder}
          value={typeof value === 'string' ? value : ''}
          onInput={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
    case 'checks':
    case 'pairs':
    case 'object':
    case 'objects':
    case 'variants':
    case 'schema':
    default:
      return null
  }
}

/** Controls that consist of several ones. */
const composites: Partial<
  Record<ControlName, (props: RowProps & { readonly id: string }) => JSX.Element>
> = {
  schema: ({ id, value, onChange }) => <SchemaEditor id={id} value={value} onChange={onChange} />,
  object: ({ id, field: { name, schema }, ...props }) =>
    isForm(props.value) ? (
      <ObjectForm Row={FieldRow} name={name} schema={schema} {...props} />
    ) : (
      <JsonArea id={id} {...props} />
    ),
  objects: ({ field: { name, schema }, value, onChange }) => (
    <ObjectList Row={FieldRow} name={name} schema={schema} value={value} onChange={onChange} />
  ),
  pairs: ({ field: { name }, value, onChange }) => (
    <Pairs name={name} value={value} onChange={onChange} />
  ),
  checks: ({ field: { name, schema }, value, onChange }) => (
    <Checks name={name} choices={schema.items?.enum ?? []} value={value} onChange={onChange} />
  ),
  variants: ({ field: { name, schema }, value, onChange }) => (
    <VariantList
      Row={FieldRow}
      name={name}
      variants={listVariants(schema.items ?? {})}
      value={value}
      onChange={onChange}
    />
  ),
}

interface AreaProps {
  readonly id: string
  readonly control: 'lines' | 'long'
  readonly value: unknown
  readonly example: unknown
  readonly onChange: (value: unknown) => void
}

const placeholders = { lines: words.fieldLines, long: '' }

function Area({ control, value, example, onChange, ...shared }: AreaProps) {
  const shown = {
    lines: () => (Array.isArray(value) ? value.join('\n') : ''),
    long: () => (typeof value === 'string' ? value : ''),
  }
  const read = (text: string) => {
    if (text.trim() === '') return onChange(undefined)
    onChange(control === 'lines' ? text.split('\n') : text)
  }
  return (
    <div class="area">
      <textarea
        {...shared}
        rows={2}
        class={control === 'long' ? '' : 'mono'}
        spellcheck={control === 'long'}
        placeholder={typeof example === 'string' ? example : placeholders[control]}
        value={shown[control]()}
        onInput={(event) => read(event.currentTarget.value)}
      />
    </div>
  )
}
