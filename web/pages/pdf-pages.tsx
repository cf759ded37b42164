import { useEffect, useState } from 'preact/hooks'
import { ApiError, call, readMessage } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { ownPicture } from './own-picture.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/documents.ts'
import * as terms from '../words/en/terms.ts'

export interface PdfPage {
  readonly pageNumber: number
  readonly markdown: string
}

/** The pages of a PDF file as pictures beside their Markdown, one at a time. */
export function PdfPages({ file, pages }: { file: File; pages: readonly PdfPage[] }) {
  const [index, setIndex] = useState(0)
  const page = pages[index]
  const pageNumber = page?.pageNumber ?? 1
  const { picture, failure } = usePicture(file, pageNumber)
  const step = (label: string, to: number) => (
    <Button disabled={pages[to] === undefined} onClick={() => setIndex(to)}>
      {label}
    </Button>
  )
  return (
    <div class="pdf-pages">
      <div class="pager">
        {step(words.pagesPrevious, index - 1)}
        <span role="status">
          {fill(words.pagesPosition, { page: pageNumber, pages: pages.length })}
        </span>
        {step(words.pagesNext, index + 1)}
      </div>
      <div class="page-picture" tabIndex={0} role="region" aria-label={terms.thingPagePicture}>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {picture === undefined && failure === undefined && (
          <p class="loading">{words.pictureLoading}</p>
        )}
        {picture !== undefined && (
          <img src={picture} alt={fill(words.pictureAlt, { page: pageNumber })} />
        )}
      </div>
      {page?.markdown === '' ? (
        <p class="loading">{words.pagesEmpty}</p>
      ) : (
        <Markdown key={pageNumber} text={page?.markdown ?? ''} />
      )}
    </div>
  )
}

/** Pictures of one request. */
const batchSize = 4

interface Batch {
  readonly pictures: ReadonlyMap<number, string>
  readonly failure?: string
}

/** The service does not keep the file, so that it is sent again for every few pages. */
function usePicture(file: File, pageNumber: number) {
  const [batches, setBatches] = useState<ReadonlyMap<number, Batch>>(new Map())
  const firstPage = pageNumber - ((pageNumber - 1) % batchSize)
  const batch = batches.get(firstPage)
  useEffect(() => {
    const closed = new AbortController()
    const show = async () => {
      const loaded = await load(file, firstPage, closed.signal)
      if (!closed.signal.aborted)
        setBatches((now) => new Map([...now, [firstPage, loaded] as const]))
    }
    if (!batch) void show()
    return () => closed.abort()
  }, [file, firstPage])
  const missing = batch && !batch.pictures.has(pageNumber)
  return {
    picture: batch?.pictures.get(pageNumber),
    failure: batch?.failure ?? (missing ? words.pictureMissing : undefined),
  }
}

async function load(file: File, firstPage: number, signal: AbortSignal): Promise<Batch> {
  try {
    const form = new FormData()
    form.set('options', JSON.stringify({ firstPage, count: batchSize }))
    form.set('file', file)
    const { status, body } = await call('POST', '/console/api/page-pictures', { form, signal })
    const { data } = body as { data?: readonly { pageNumber: number; picture: string }[] }
    if (status >= 400 || !data) throw new ApiError(status, body)
    const pictures = data.flatMap(({ pageNumber, picture }) => {
      const own = ownPicture(picture)
      return own === undefined ? [] : [[pageNumber, own] as const]
    })
    return { pictures: new Map(pictures) }
  } catch (thrown) {
    return { pictures: new Map(), failure: readMessage(thrown) }
  }
}
