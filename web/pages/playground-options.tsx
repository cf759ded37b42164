import { useState } from 'preact/hooks'
import { FieldRow } from '../forms/field.tsx'
import { findInvalid } from '../forms/invalid.ts'
import { listVariants, type Field } from '../forms/schema.ts'
import { VariantList } from '../forms/variants.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Values } from './playground-request.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/playground.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  {
    title: words.groupContent,
    names: [
      'onlyMainContent',
      'onlyCleanContent',
      'includeTags',
      'excludeTags',
      'parsers',
      'removeBase64Images',
      'prompt',
      'schema',
    ],
  },
  {
    title: terms.thingSite,
    names: [
      'search',
      'sitemap',
      'limit',
      'includePaths',
      'excludePaths',
      'regexOnFullURL',
      'maxDiscoveryDepth',
      'crawlEntireDomain',
      'includeSubdomains',
      'allowSubdomains',
      'allowExternalLinks',
      'ignoreQueryParameters',
      'deduplicateSimilarURLs',
      'filterByPath',
      'useIndex',
      'delay',
      'maxConcurrency',
      'scrapeOptions',
      'webhook',
      'urls',
    ],
  },
  {
    title: words.groupBrowser,
    names: ['waitFor', 'actions', 'mobile', 'blockAds', 'profile', 'fastMode'],
  },
  {
    title: terms.thingRequest,
    names: [
      'timeout',
      'headers',
      'proxy',
      'location',
      'skipTlsVerification',
      'ignoreRobotsTxt',
      'robotsUserAgent',
      'ignoreInvalidURLs',
      'appendToId',
    ],
  },
  {
    title: terms.thingCache,
    names: ['maxAge', 'minAge', 'storeInCache', 'lockdown', 'ignoreCache'],
  },
  {
    title: words.groupSafety,
    names: [
      'redactPII',
      'checkPromptInjection',
      'threatProtection',
      'zeroDataRetention',
      'auditMetadata',
    ],
  },
]
/** Statistics about clients, which the console does not send. */
const hidden = new Set(['origin', 'integration'])

interface OptionsProps {
  readonly fields: readonly Field[]
  readonly values: Values
  readonly onChange: (name: string, value: unknown) => void
  readonly onReplace: (values: Values) => void
  /** Whether what is typed as JSON is no request. */
  readonly onProblem: (problem: string | undefined) => void
}

const isWide = matchMedia('(min-width: 901px)').matches

/** All fields of an operation: those of which one is chosen as chips, the others in groups; or all as JSON. */
export function Options({ fields, values, onChange, onReplace, onProblem }: OptionsProps) {
  const [filter, setFilter] = useState('')
  const [isJson, setJson] = useState(false)
  const shownFields = fields.filter(({ name }) => !hidden.has(name))
  const formats = shownFields.find(({ name }) => name === 'formats')
  const rest = shownFields.filter((field) => field !== formats)
  const wanted = filter.toLowerCase()
  const fits = ({ name, schema }: Field) =>
    `${name} ${schema.description ?? ''}`.toLowerCase().includes(wanted)
  const required = rest.filter(({ isRequired }) => isRequired)
  const optional = rest.filter(({ isRequired }) => !isRequired)
  const inGroups = new Set(groups.flatMap(({ names }) => names))
  const more = optional.filter(({ name }) => !inGroups.has(name)).map(({ name }) => name)
  const all = [
    ...groups,
    { title: more.length === optional.length ? words.groupOptions : terms.groupMore, names: more },
  ]
  const first = all.find(({ names }) => optional.some(({ name }) => names.includes(name)))
  if (shownFields.length === 0) return <p class="faint">{words.optionsEmpty}</p>
  return (
    <>
      {formats && (
        <section class="formats">
          <h2>{words.formatsLabel}</h2>
          <VariantList
            Row={FieldRow}
            name="formats"
            variants={listVariants(formats.schema.items ?? {})}
            value={values['formats']}
            onChange={(value) => onChange('formats', value)}
          />
        </section>
      )}
      <div class="options">
        <div class="search">
          <Icon name="search" size={14} />
          <input
            type="search"
            aria-label={words.optionsFind}
            placeholder={fill(words.optionsPlaceholder, { shownFields: shownFields.length })}
            value={filter}
            maxLength={100}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
          <Button
            class="quiet small"
            aria-pressed={isJson}
            disabled={!isJson && findInvalid(values) !== undefined}
            onClick={() => {
              onProblem(undefined)
              setJson(!isJson)
            }}
          >
            {untranslated.thingJson}
          </Button>
        </div>
        {isJson ? (
          <JsonMode values={values} onReplace={onReplace} onProblem={onProblem} />
        ) : (
          <>
            {required.filter(fits).map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                value={values[field.name]}
                onChange={(value) => onChange(field.name, value)}
              />
            ))}
            {all.map(({ title, names }) => (
              <Group
                key={title}
                title={title}
                fields={names.flatMap((name) =>
                  optional.filter((field) => field.name === name && fits(field)),
                )}
                values={values}
                isOpen={(title === first?.title && isWide) || filter !== ''}
                onChange={onChange}
              />
            ))}
          </>
        )}
      </div>
    </>
  )
}

function Group(props: {
  title: string
  fields: readonly Field[]
  values: Values
  isOpen: boolean
  onChange: OptionsProps['onChange']
}) {
  const { title, fields, values, isOpen, onChange } = props
  if (fields.length === 0) return null
  const set = fields.filter(({ name }) => values[name] !== undefined).length
  return (
    <details open={isOpen}>
      <summary>
        <Icon name="right" size={12} />
        {title}
        {set > 0 && <span class="count">{set}</span>}
        <span class="names">{fields.map(({ name }) => name).join(', ')}</span>
      </summary>
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </details>
  )
}

/** All values as one text, in both directions. */
function JsonMode({
  values,
  onReplace,
  onProblem,
}: Pick<OptionsProps, 'values' | 'onReplace' | 'onProblem'>) {
  const { file, ...shown } = values
  // What was typed, as long as no other part of the form has changed the values.
  const [draft, setDraft] = useState<{ text: string; of: Values; problem?: string }>()
  const own = draft?.of === values ? draft : undefined
  const update = (text: string) => {
    const parsed = parsedObject(text)
    onProblem(typeof parsed === 'string' ? parsed : undefined)
    if (typeof parsed === 'string') return setDraft({ text, of: values, problem: parsed })
    const next = file === undefined ? parsed : { ...parsed, file }
    setDraft({ text, of: next })
    return onReplace(next)
  }
  return (
    <div class="json-mode">
      <textarea
        class="mono"
        aria-label={words.jsonLabel}
        rows={14}
        spellcheck={false}
        value={own?.text ?? JSON.stringify(shown, null, 2)}
        aria-invalid={own?.problem !== undefined}
        onInput={(event) => update(event.currentTarget.value)}
      />
      {own?.problem !== undefined && <small class="bad-text">{own.problem}</small>}
    </div>
  )
}

/** The values of a text, or what is wrong with it. */
function parsedObject(text: string): Values | string {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return words.jsonNotObject
    return parsed as Values
  } catch (error) {
    return error instanceof Error ? error.message : words.jsonInvalid
  }
}
