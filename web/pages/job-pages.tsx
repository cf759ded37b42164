import { useState } from 'preact/hooks'
import { shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { DocumentView, type Document } from './document-view.tsx'
import { usePageRows, type PageRow } from './job-page-rows.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/job.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'

interface JobPagesProps {
  readonly jobId: string
  /** Of the status of the job. */
  readonly path: string
  readonly completed: number
  readonly isRunning: boolean
}

/** The pages of a job in order of completion, and the chosen one. */
export function JobPages({ jobId, path, completed, isRunning }: JobPagesProps) {
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState(0)
  const rows = usePageRows(jobId, completed, find.trim().toLowerCase())
  const row = rows.at(chosen)
  if (completed === 0)
    return isRunning ? (
      <Empty icon="clock" title={words.pagesEmpty} />
    ) : (
      <Empty icon="search" title={words.noneTitle}>
        <p>{words.noneText}</p>
      </Empty>
    )
  return (
    <div class="browse">
      <div class="browse-list">
        <input
          type="search"
          aria-label={words.pagesFind}
          placeholder={words.pagesPlaceholder}
          value={find}
          maxLength={200}
          onInput={({ currentTarget }) => {
            setChosen(0)
            setFind(currentTarget.value)
          }}
        />
        {rows.failure !== undefined && <Failure>{rows.failure}</Failure>}
        <VirtualList
          key={find}
          label={words.pagesLabel}
          length={rows.length}
          chosen={chosen}
          onChoose={setChosen}
          onShow={rows.show}
          row={(index) => <RowText row={rows.at(index)} />}
        />
        {find.trim() !== '' && (
          <p class="found" role="status">
            {rows.isLoading
              ? words.pagesSearching
              : fill(words.pagesFound, { rows: counts.pages(rows.length) })}
          </p>
        )}
      </div>
      {row ? <ChosenPage path={path} row={row} /> : <div class="chosen" />}
    </div>
  )
}

function RowText({ row }: { row: PageRow | undefined }) {
  if (!row) return <small>{terms.stateLoading}</small>
  return (
    <>
      <b>{row.title || shortUrl(row.url)}</b>
      <small>
        {row.status >= 400 && <span class="bad-text">{row.status} </span>}
        {shortUrl(row.url)}
      </small>
    </>
  )
}

function ChosenPage({ path, row }: { path: string; row: PageRow }) {
  const { data, failure } = useResource<{ data: readonly Document[] }>(
    `${path}?skip=${row.position}&limit=1`,
  )
  const document = data?.data[0]
  return (
    <div class="chosen">
      <p class="source">
        <ForeignLink url={row.url} />
      </p>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!document && failure === undefined && <Loading />}
      {document && <DocumentView document={document} />}
    </div>
  )
}
