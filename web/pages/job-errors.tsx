import { useState } from 'preact/hooks'
import { useResource } from '../resource.ts'
import { Empty, Loading } from '../ui/card.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { useShown } from '../ui/shown.tsx'
import * as words from '../words/en/job.ts'
import * as counts from '../words/en/counts.ts'

export interface ErrorsOfJob {
  readonly errors: readonly {
    readonly id: string
    readonly url: string
    readonly code: string
    readonly error: string
  }[]
  readonly robotsBlocked: readonly string[]
}

const shownMax = 200

/** Failed pages in groups by error code, with the meaning of each code. */
export function JobErrors({ errors }: { errors: ErrorsOfJob | undefined }) {
  const meanings = useResource<{ data: Readonly<Record<string, string>> }>(
    '/console/api/error-codes',
  ).data
  const [filter, setFilter] = useState('')
  if (!errors) return <Empty icon="check" title={words.errorsEmpty} />
  if (errors.errors.length === 0) return <Empty icon="check" title={words.errorsEmpty} />
  if (!meanings) return <Loading />
  const wanted = filter.toLowerCase()
  const found = errors.errors.filter(({ url, code }) =>
    `${url} ${code}`.toLowerCase().includes(wanted),
  )
  return (
    <div class="errors">
      <input
        type="search"
        aria-label={words.errorsFind}
        placeholder={words.errorsPlaceholder}
        value={filter}
        maxLength={200}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {[...Map.groupBy(found, ({ code }) => code)].map(([code, rows]) => (
        <Group key={code} code={code} rows={rows} meaning={meanings.data[code]} />
      ))}
    </div>
  )
}

function Group(props: {
  code: string
  rows: ErrorsOfJob['errors']
  /** Of the code, as in the documentation. */
  meaning: string | undefined
}) {
  const { code, rows, meaning = rows[0]?.error } = props
  const [shown, more] = useShown(rows.length, shownMax)
  return (
    <section>
      <h3>
        <span class="badge bad">{code}</span> {counts.pages(rows.length)}
      </h3>
      <p class="faint">{meaning}</p>
      <ul class="links flush">
        {rows.slice(0, shown).map(({ id, url, error }) => (
          <li key={id}>
            <ForeignLink url={url} />
            <small>{error}</small>
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}
