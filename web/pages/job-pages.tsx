import { useEffect, useState } from 'preact/hooks'
import { get, messageOf } from '../api.ts'
import { shortUrl } from '../format.ts'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { DocumentView, type Document } from './document-view.tsx'

interface Status {
  readonly data: readonly Document[]
}

const chunk = 25

/** The documents of a job in order of completion, and the chosen one. */
export function JobPages({ path, completed }: { path: string; completed: number }) {
  const [rows, setRows] = useState<readonly Document[]>([])
  const [wanted, setWanted] = useState(chunk)
  const [chosen, setChosen] = useState(0)
  const [failure, setFailure] = useState<string>()
  const isLacking = rows.length < Math.min(wanted, completed)
  useEffect(() => {
    if (!isLacking) return
    get<Status>(`${path}?skip=${rows.length}&limit=${chunk}`).then(
      ({ data }) => setRows((now) => (now === rows ? [...now, ...data] : now)),
      (thrown: unknown) => setFailure(messageOf(thrown)),
    )
  }, [isLacking, rows, path])
  if (failure !== undefined) return <Failure>{failure}</Failure>
  if (completed === 0) return <Empty icon="clock" title="No page is finished yet" />
  const document = rows[chosen]
  if (!document) return <Loading />
  return (
    <div class="browse">
      <nav class="rows" aria-label="Pages of the job">
        {rows.map((row, index) => (
          <button
            key={index}
            type="button"
            aria-current={index === chosen ? 'true' : undefined}
            onClick={() => setChosen(index)}
          >
            <b>{row.metadata?.title || shortUrl(row.metadata?.sourceURL ?? '')}</b>
            <small>{shortUrl(row.metadata?.sourceURL ?? '')}</small>
          </button>
        ))}
        {rows.length < completed && (
          <button type="button" class="more" onClick={() => setWanted(rows.length + chunk)}>
            Load more
          </button>
        )}
      </nav>
      <div class="chosen">
        <p class="source">
          <ForeignLink url={document.metadata?.sourceURL ?? ''} />
        </p>
        <DocumentView document={document} />
      </div>
    </div>
  )
}
