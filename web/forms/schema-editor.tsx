import { useState } from 'preact/hooks'
import { Button, IconButton } from '../ui/button.tsx'
import { InvalidText } from './invalid.ts'
import {
  countFields,
  inferFields,
  readSchema,
  writeSchema,
  type FieldType,
  type SchemaField,
} from './json-schema.ts'
import { parseJson, JsonArea } from './json-area.tsx'
import { Select, Switcher } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as counts from '../words/en/counts.ts'
import * as words from '../words/en/forms.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

const typeTexts: Readonly<Record<FieldType, string>> = {
  text: words.typeText,
  number: words.typeNumber,
  boolean: words.typeBoolean,
  texts: words.typeTexts,
  numbers: words.typeNumbers,
  group: words.typeGroup,
  groups: words.typeGroups,
}
const emptyField: SchemaField = {
  name: '',
  type: 'text',
  isRequired: false,
  description: '',
  fields: [],
}
const modes = {
  fields: words.schemaFields,
  json: untranslated.thingJson,
  example: words.schemaExample,
}
type Mode = keyof typeof modes

interface EditorProps {
  readonly id: string
  readonly value: unknown
  readonly onChange: (schema: unknown) => void
}

/** A JSON Schema as a list of fields, as JSON, or made from an example. */
export function SchemaEditor({ id, value, onChange }: EditorProps) {
  const isInvalid = value instanceof InvalidText
  const read = isInvalid ? undefined : readSchema(value)
  const [mode, setMode] = useState<Mode>(read ? 'fields' : 'json')
  // Fields without a name are not in the schema yet.
  const [draft, setDraft] = useState<{ of: unknown; fields: readonly SchemaField[] }>()
  const fields = draft && draft.of === value ? draft.fields : read
  const update = (next: readonly SchemaField[]) => {
    const named = withoutUnnamed(next)
    const schema = named.length === 0 ? undefined : writeSchema(named)
    setDraft({ of: schema, fields: next })
    onChange(schema)
  }
  const current = fields ? mode : mode === 'fields' ? 'json' : mode
  return (
    <div class="schema">
      <div class="schema-top">
        <Switcher label={words.schemaMode} choices={modes} value={current} onChoose={setMode} />
        {fields && fields.length > 0 && (
          <span class="badge good">
            {counts.fields(countFields(withoutUnnamed(fields)))}, {words.schemaValid}
          </span>
        )}
      </div>
      {current === 'fields' && fields && <FieldList fields={fields} onChange={update} />}
      {current === 'json' && (
        <>
          {!fields && !isInvalid && <p class="faint">{words.schemaComplex}</p>}
          <JsonArea id={id} value={value} rows={8} onChange={onChange} check={checkSchema} />
        </>
      )}
      {current === 'example' && (
        <Example
          onUse={(made) => {
            update(made)
            setMode('fields')
          }}
        />
      )}
    </div>
  )
}

const checkSchema = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : words.invalidSchema

const withoutUnnamed = (fields: readonly SchemaField[]): SchemaField[] =>
  fields
    .filter(({ name }) => name.trim() !== '')
    .map((field) => ({ ...field, fields: withoutUnnamed(field.fields) }))

function FieldList(props: {
  fields: readonly SchemaField[]
  of?: string
  onChange: (fields: readonly SchemaField[]) => void
}) {
  const { fields, of, onChange } = props
  return (
    <div class="schema-fields">
      {fields.map((field, index) => (
        <FieldLine
          key={index}
          field={field}
          onChange={(next) => onChange(fields.with(index, next))}
          onRemove={() => onChange(fields.toSpliced(index, 1))}
        />
      ))}
      <Button class="quiet small" icon="plus" onClick={() => onChange([...fields, emptyField])}>
        {of === undefined ? terms.thingField : fill(words.schemaInside, { name: of })}
      </Button>
    </div>
  )
}

function FieldLine(props: {
  field: SchemaField
  onChange: (field: SchemaField) => void
  onRemove: () => void
}) {
  const { field, onChange, onRemove } = props
  const { name, type, isRequired, description, fields } = field
  const isGroup = type === 'group' || type === 'groups'
  return (
    <div class="schema-field">
      <div class="schema-line">
        <input
          class="mono"
          aria-label={words.schemaName}
          placeholder={words.schemaNamePlaceholder}
          value={name}
          maxLength={100}
          onInput={(event) => onChange({ ...field, name: event.currentTarget.value })}
        />
        <Select
          aria-label={words.schemaType}
          choices={typeTexts}
          value={type}
          onChoose={(one) => onChange({ ...field, type: one })}
        />
        <label class="toggle" title={words.schemaRequired}>
          <input
            type="checkbox"
            aria-label={words.schemaRequired}
            checked={isRequired}
            onChange={(event) => onChange({ ...field, isRequired: event.currentTarget.checked })}
          />
          *
        </label>
        <IconButton
          icon="cross"
          label={fill(terms.actionRemove, { name: name || words.schemaNamePlaceholder })}
          onClick={onRemove}
        />
      </div>
      <input
        class="schema-about"
        aria-label={words.schemaAbout}
        placeholder={words.schemaAboutPlaceholder}
        value={description}
        maxLength={1_000}
        onInput={(event) => onChange({ ...field, description: event.currentTarget.value })}
      />
      {isGroup && (
        <FieldList
          fields={fields}
          of={name}
          onChange={(inner) => onChange({ ...field, fields: inner })}
        />
      )}
    </div>
  )
}

function Example({ onUse }: { onUse: (fields: readonly SchemaField[]) => void }) {
  const [text, setText] = useState('')
  const [hasFailed, setFailed] = useState(false)
  const use = () => {
    const fields = inferFields(parseJson(text))
    setFailed(!fields)
    if (fields) onUse(fields)
  }
  return (
    <div class="stack">
      <textarea
        class="mono"
        rows={6}
        spellcheck={false}
        aria-label={words.exampleLabel}
        aria-invalid={hasFailed}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {hasFailed && <small class="bad-text">{words.exampleProblem}</small>}
      <Button class="small" onClick={use}>
        {words.exampleUse}
      </Button>
    </div>
  )
}
