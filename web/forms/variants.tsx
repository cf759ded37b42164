import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { toText } from '../format.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { withCode } from '../ui/with-code.tsx'
import { InvalidText } from './invalid.ts'
import { countFields, readSchema } from './json-schema.ts'
import type { RowProps, Variant } from './schema.ts'
import { fill } from '../words/fill.ts'
import * as counts from '../words/en/counts.ts'
import * as words from '../words/en/forms.ts'
import * as terms from '../words/en/terms.ts'

type Json = Readonly<Record<string, unknown>>

/** What people want of formats; other lists have one group. */
const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  {
    title: terms.thingText,
    names: ['markdown', 'html', 'rawHtml', 'rawBase64', 'links', 'images', 'attributes'],
  },
  { title: words.groupRules, names: ['product', 'menu', 'branding'] },
  {
    title: words.groupModel,
    names: ['json', 'deterministicJson', 'summary', 'question', 'highlights', 'query'],
  },
  { title: words.groupMedia, names: ['screenshot', 'changeTracking', 'audio', 'video'] },
]

const readName = (item: unknown): string =>
  typeof item === 'string' ? item : toText((item as Json | null)?.['type'])

/** A list of things of several kinds, each with its options: formats, actions. */
export function VariantList(props: {
  Row: ComponentType<RowProps>
  name: string
  variants: readonly Variant[]
  value: unknown
  onChange: (value: readonly unknown[] | undefined) => void
}) {
  const { Row, name, variants, value, onChange } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const [opened, setOpened] = useState<number>()
  const isRepeatable = name === 'actions'
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? undefined : next)
  const add = (type: string) => {
    const variant = variants.find((one) => one.name === type)
    const hasRequired = variant?.members.some(({ isRequired }) => isRequired)
    const isObject = isRepeatable || hasRequired || type === 'json'
    setOpened(items.length)
    set([...items, isObject ? { type } : type])
  }
  const taken = new Set(isRepeatable ? [] : items.map(readName))
  const offered = variants.filter((one) => !taken.has(one.name) && !one.isDeprecated)
  return (
    <div class="variants">
      {items.map((item, index) => (
        <VariantRow
          Row={Row}
          key={`${index} ${readName(item)}`}
          item={item}
          variant={variants.find((one) => one.name === readName(item))}
          isOpen={opened === index}
          onChange={(next) => set(items.with(index, next))}
          onRemove={() => set(items.toSpliced(index, 1))}
          onUp={
            isRepeatable && index > 0
              ? () => set(items.toSpliced(index, 1).toSpliced(index - 1, 0, item))
              : undefined
          }
        />
      ))}
      {items.length === 0 && <p class="faint">{words.listEmpty}</p>}
      <select
        class="add"
        aria-label={fill(words.listAdd, { name })}
        value=""
        onChange={(event) => {
          add(event.currentTarget.value)
          event.currentTarget.value = ''
        }}
      >
        <option value="">+ {terms.actionAdd}</option>
        {group(offered).map(([title, entries]) => (
          <optgroup key={title} label={title}>
            {entries.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}

function group(variants: readonly Variant[]): (readonly [string, readonly Variant[]])[] {
  const known = groups.map(
    ({ title, names }) => [title, variants.filter(({ name }) => names.includes(name))] as const,
  )
  const named = new Set(groups.flatMap(({ names }) => names))
  const rest = [terms.groupMore, variants.filter(({ name }) => !named.has(name))] as const
  return [...known, rest].filter(([, entries]) => entries.length > 0)
}

function VariantRow(props: {
  Row: ComponentType<RowProps>
  item: unknown
  variant: Variant | undefined
  isOpen: boolean
  onChange: (item: unknown) => void
  onRemove: () => void
  onUp: (() => void) | undefined
}) {
  const { Row, item, variant, isOpen, onChange, onRemove, onUp } = props
  const name = readName(item)
  const options = typeof item === 'object' && item !== null ? (item as Json) : {}
  const update = (member: string, value: unknown) => {
    const { [member]: _, ...rest } = options
    onChange({ ...rest, type: name, ...(value !== undefined && { [member]: value }) })
  }
  const members = variant?.members ?? []
  const buttons = (
    <span class="variant-buttons">
      {onUp && <IconButton icon="up" label={fill(words.listUp, { name })} onClick={onUp} />}
      <IconButton icon="cross" label={fill(terms.actionRemove, { name })} onClick={onRemove} />
    </span>
  )
  if (members.length === 0)
    return (
      <div class="variant">
        <p>
          <b>{name}</b>
        </p>
        {buttons}
      </div>
    )
  return (
    <div class="variant">
      <details open={isOpen}>
        <summary>
          <Icon name="right" size={12} />
          <b>{name}</b>
          <span class="names">{describeOptions(options)}</span>
        </summary>
        {variant?.description !== undefined && <p class="faint">{withCode(variant.description)}</p>}
        {members.map((member) => (
          <Row
            key={member.name}
            within={name}
            field={member}
            value={options[member.name]}
            onChange={(value) => update(member.name, value)}
          />
        ))}
      </details>
      {buttons}
    </div>
  )
}

/** The options of a row in words. */
function describeOptions(options: Json): string {
  return Object.entries(options)
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => {
      if (name === 'schema' && !(value instanceof InvalidText)) {
        const fields = readSchema(value)
        return fields ? counts.fields(countFields(fields)) : name
      }
      if (typeof value === 'boolean') return name
      return typeof value === 'object' ? name : `${name} ${toText(value)}`
    })
    .join(', ')
}
