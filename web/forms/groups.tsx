import { isObject } from '../json.ts'
import type { ComponentType } from 'preact'
import { Button, IconButton } from '../ui/button.tsx'
import { listMembers, type RowProps, type Schema } from './schema.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/forms.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

interface GroupProps {
  /** Shows a member. */
  readonly Row: ComponentType<RowProps>
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The members of an object, each with its control. */
export function ObjectForm({ Row, name, schema, value, onChange }: GroupProps) {
  const current = isObject(value) ? value : {}
  return (
    <div class="object-form">
      {listMembers(schema).map((member) => (
        <Row
          key={member.name}
          within={name}
          field={member}
          value={current[member.name]}
          onChange={(one) => {
            const { [member.name]: _, ...rest } = current
            const next = one === undefined ? rest : { ...rest, [member.name]: one }
            onChange(Object.keys(next).length === 0 ? undefined : next)
          }}
        />
      ))}
    </div>
  )
}

/** A list of objects of one form. */
export function ObjectList({ Row, name, schema, value, onChange }: GroupProps) {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? undefined : next)
  return (
    <div class="object-list">
      {items.map((item, index) => (
        <fieldset key={index}>
          <legend>{fill(untranslated.entryTitle, { name, number: index + 1 })}</legend>
          <ObjectForm
            Row={Row}
            name={name}
            schema={schema.items ?? {}}
            value={item}
            onChange={(next) => set(items.with(index, next ?? {}))}
          />
          <IconButton
            icon="cross"
            label={fill(terms.actionRemove, {
              name: fill(untranslated.entryTitle, { name, number: index + 1 }),
            })}
            onClick={() => set(items.toSpliced(index, 1))}
          />
        </fieldset>
      ))}
      <Button class="small" icon="plus" onClick={() => set([...items, {}])}>
        {fill(words.listAdd, { name })}
      </Button>
    </div>
  )
}

/** Names and texts, for example headers. */
export function Pairs({ name, value, onChange }: Omit<GroupProps, 'schema' | 'Row'>) {
  const pairs = isObject(value) ? Object.entries(value) : []
  const rows = [...pairs, ['', ''] as const]
  const set = (next: readonly (readonly [string, unknown])[]) => {
    const named = next.filter(([key]) => key !== '')
    onChange(named.length === 0 ? undefined : Object.fromEntries(named))
  }
  return (
    <div class="pairs">
      {rows.map(([key, text], index) => (
        <div key={index}>
          <input
            class="mono"
            aria-label={fill(words.pairsName, { name })}
            value={key}
            maxLength={1_000}
            onChange={(event) => set(rows.with(index, [event.currentTarget.value, text]))}
          />
          <input
            class="mono"
            aria-label={fill(words.pairsValue, { name })}
            value={String(text)}
            maxLength={8_192}
            disabled={key === ''}
            onInput={(event) => set(rows.with(index, [key, event.currentTarget.value]))}
          />
        </div>
      ))}
    </div>
  )
}

/** Choices of which several can be taken. */
export function Checks(props: {
  name: string
  choices: readonly unknown[]
  value: unknown
  onChange: (value: unknown) => void
}) {
  const { name, choices, value, onChange } = props
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const toggle = (choice: unknown, isOn: boolean) => {
    const next = isOn ? [...chosen, choice] : chosen.filter((one) => one !== choice)
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <div class="chips" role="group" aria-label={name}>
      {choices.map((choice) => (
        <label key={String(choice)}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={(event) => toggle(choice, event.currentTarget.checked)}
          />
          <span>{String(choice)}</span>
        </label>
      ))}
    </div>
  )
}
