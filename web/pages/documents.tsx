import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, call, readMessage } from '../api.ts'
import { formatBytes } from '../format.ts'
import { may } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { DocumentView, type Document } from './document-view.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/documents.ts'
import * as terms from '../words/en/terms.ts'

const bytesMax = 50 * 1024 ** 2
/** Those that the service reads (docs/parse.md). */
const types =
  '.html,.htm,.xhtml,.pdf,.docx,.docm,.doc,.odt,.ods,.odp,.rtf,.xlsx,.xlsm,.xlsb,.xls,.pptx,.pptm,.ppt,.epub,.csv,.tsv,.eml,.mht,.mhtml,.msg,.txt,.text,.md,.markdown,.json,.ipynb,.xml,.png,.jpg,.jpeg,.jp2,.j2k,.tif,.tiff,.webp,.gif,.bmp,.avif'

/** Why a file is not sent. A file without an extension may be of any type. */
function findRefusal({ name, size }: File): string | undefined {
  if (size > bytesMax) return fill(words.refusalSize, { bytesMax: formatBytes(bytesMax) })
  const dot = name.lastIndexOf('.')
  const ending = dot === -1 ? undefined : name.slice(dot).toLowerCase()
  const isReadable = ending === undefined || types.split(',').includes(ending)
  return isReadable ? undefined : fill(words.refusalType, { ending })
}

interface Upload {
  readonly id: number
  readonly file: File
  readonly state: 'waiting' | 'reading' | 'done' | 'failed'
  readonly failure?: string
  readonly document?: Document
}

/** Converts files: dropped, pasted or chosen. One after the other. */
export function DocumentsPage() {
  const { uploads, add } = useUploads()
  const [chosenId, setChosenId] = useState<number>()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chosen =
    uploads.find(({ id }) => id === chosenId) ?? uploads.find(({ state }) => state === 'done')
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => add([...(event.clipboardData?.files ?? [])])
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
  if (!may('member')) return <Failure>{words.viewerRefusal}</Failure>
  return (
    <div class="page">
      <div
        class={`drop${isOver ? ' is-over' : ''}${uploads.length > 0 ? ' is-used' : ''}`}
        role="region"
        aria-label={terms.thingFiles}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          add([...(event.dataTransfer?.files ?? [])])
        }}
      >
        <Icon name="upload" size={26} />
        <p>{fill(words.dropText, { bytesMax: formatBytes(bytesMax) })}</p>
        <Button class="primary" onClick={() => input.current?.click()}>
          {words.dropChoose}
        </Button>
        <input
          ref={input}
          type="file"
          class="unseen"
          aria-label={words.dropInput}
          tabIndex={-1}
          multiple
          accept={types}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </div>
      {uploads.length > 0 && (
        <div class="sheet">
          <div class="browse tall">
            <nav class="rows" aria-label={words.listLabel}>
              {uploads.map((upload) => (
                <button
                  key={upload.id}
                  type="button"
                  aria-current={upload === chosen ? 'true' : undefined}
                  onClick={() => setChosenId(upload.id)}
                >
                  <b>{upload.file.name}</b>
                  <small>
                    {formatBytes(upload.file.size)}, {stateText[upload.state]}
                  </small>
                </button>
              ))}
            </nav>
            <div class="chosen">
              {chosen?.failure !== undefined && <Failure>{chosen.failure}</Failure>}
              {chosen?.document && (
                <DocumentView key={chosen.id} document={chosen.document} file={chosen.file} />
              )}
              {chosen === undefined && <p class="loading">{words.readingText}</p>}
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

const stateText = {
  waiting: words.stateWaiting,
  reading: words.stateReading,
  done: words.stateDone,
  failed: terms.stateFailed,
}

/** The files of this visit, and how far each is. */
function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const nextId = useRef(1)
  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = nextId.current
      nextId.current += 1
      const entry = { id, file }
      const failure = findRefusal(file)
      if (failure !== undefined) {
        setUploads((now) => [...now, { ...entry, state: 'failed', failure }])
        continue
      }
      setUploads((now) => [...now, { ...entry, state: 'waiting' }])
      const before = queue.current
      const read = async () => {
        await before
        change(id, { state: 'reading' })
        change(id, await convert(file))
      }
      queue.current = read()
    }
  }
  return { uploads, add }
}

const options = {
  formats: ['markdown', 'html', 'links', 'images'],
  parsers: [{ type: 'pdf', pages: true }, 'image'],
}

async function convert(file: File): Promise<Partial<Upload>> {
  try {
    const form = new FormData()
    form.set('file', file)
    form.set('options', JSON.stringify(options))
    const { status, body } = await call('POST', '/v2/parse', { form })
    const { success, data } = body as { success?: boolean; data?: Document }
    if (status >= 400 || success === false || !data) throw new ApiError(status, body)
    return { state: 'done', document: data }
  } catch (thrown) {
    return { state: 'failed', failure: readMessage(thrown) }
  }
}
