import './reference.css'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Schema, typeText, type Json, type Lookup } from './reference-schema.tsx'
import { startThemeSwitch } from './theme-switch.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Json
}

interface Media {
  readonly schema?: Json
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, Media>> }
    >
  >
}

interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  /** As it is linked: `#/Scrape/scrape`. */
  readonly hash: string
}

const tagOf = 'Other'

const listEntries = ({ paths }: OpenApi): readonly Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path,
      operation,
      hash: `#/${encodeURIComponent(operation.tags?.[0] ?? tagOf)}/${operation.operationId}`,
    })),
  )

const contains = ({ path, operation }: Entry, text: string) =>
  [path, operation.summary, operation.operationId, operation.description ?? '']
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase())

/** The operations of the API, as its OpenAPI description has them. */
function Reference() {
  const [api, setApi] = useState<OpenApi>()
  const [failure, setFailure] = useState('')
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(location.hash)
  useEffect(() => {
    const load = async () => {
      const response = await fetch('/v2/openapi.json')
      if (!response.ok) throw new Error(`The service answered with status ${response.status}.`)
      setApi((await response.json()) as OpenApi)
    }
    load().catch((thrown: unknown) => setFailure(String(thrown)))
    const onHash = () => setOpened(location.hash)
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  useEffect(() => {
    document.querySelector('details[data-linked]')?.scrollIntoView({ block: 'start' })
  }, [api, opened])
  if (failure !== '') return <p role="alert">{failure}</p>
  if (!api) return <p role="status">The reference is being loaded.</p>
  const entries = listEntries(api).filter((entry) => contains(entry, text))
  const groups = Map.groupBy(entries, ({ operation }) => operation.tags?.[0] ?? tagOf)
  const find: Lookup = (name) => api.components.schemas[name]
  return (
    <>
      <h1>API reference</h1>
      <p class="about">
        {api.info.title} {api.info.version}. Requests carry the API key as{' '}
        <code>Authorization: Bearer KEY</code>. They are tried in the{' '}
        <a href="/console/playground">playground</a> of the console.
      </p>
      <label class="find">
        Find an operation
        <input
          type="search"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <p role="status" class="about">
        {entries.length} operations
      </p>
      {[...groups].map(([tag, found]) => (
        <section key={tag}>
          <h2 id={`/${encodeURIComponent(tag)}`}>{tag}</h2>
          {found.map((entry) => (
            <OperationView
              key={entry.hash}
              entry={entry}
              isLinked={entry.hash === opened}
              find={find}
            />
          ))}
        </section>
      ))}
    </>
  )
}

function OperationView(props: { entry: Entry; isLinked: boolean; find: Lookup }) {
  const { entry, isLinked, find } = props
  const { method, path, operation, hash } = entry
  const [isOpen, setOpen] = useState(isLinked)
  useEffect(() => {
    if (isLinked) setOpen(true)
  }, [isLinked])
  return (
    <details
      class="operation"
      open={isOpen}
      data-linked={isLinked ? '' : undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <b class={`method ${method}`}>{method.toUpperCase()}</b> <code>{path}</code>{' '}
        <span>{operation.summary}</span>
        {operation.deprecated && <em> deprecated</em>}
      </summary>
      {isOpen && (
        <>
          <p class="to">
            <a href={hash}>Link to this operation</a>
            {operation.security?.length !== 0 && (
              <a href={`/console/playground?run=${encodeURIComponent(`${method} ${path}`)}`}>
                Try it in the console
              </a>
            )}
          </p>
          <Body operation={operation} find={find} />
        </>
      )}
    </details>
  )
}

function Body({ operation, find }: { operation: Operation; find: Lookup }) {
  const { description, parameters = [], requestBody, responses, security } = operation
  return (
    <div class="body">
      {description !== undefined && <p>{description}</p>}
      {security?.length === 0 && <p>Needs no API key.</p>}
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <ul class="fields">
            {parameters.map(({ name, in: place, required, description: about, schema }) => (
              <li key={name}>
                <code>{name}</code> <i>{typeText(schema, find)}</i> in {place}
                {required && <b> required</b>}
                {about !== undefined && <p>{about}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
        <div key={type}>
          <h3>
            Body <code>{type}</code>
          </h3>
          {schema && <Schema schema={schema} find={find} />}
        </div>
      ))}
      <h3>Responses</h3>
      <ul class="fields">
        {Object.entries(responses).map(([status, response]) => (
          <Response key={status} status={status} response={response} find={find} />
        ))}
      </ul>
    </div>
  )
}

function Response(props: {
  status: string
  response: Operation['responses'][string]
  find: Lookup
}) {
  const { status, response, find } = props
  return (
    <li>
      <b>{status}</b> {response.description}
      {Object.entries(response.content ?? {}).map(([type, { schema }]) => (
        <div key={type}>
          <code>{type}</code>
          {schema && <Schema schema={schema} find={find} isFolded />}
        </div>
      ))}
    </li>
  )
}

startThemeSwitch()
const root = document.querySelector('#reference')
if (root) render(<Reference />, root)
