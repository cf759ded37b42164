import { useRef, useState } from 'preact/hooks'
import { messageOf } from '../api.ts'
import { download } from '../download.ts'
import { formatBytes } from '../format.ts'
import { Failure } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import type { JobSummary } from './job-progress.tsx'

const formats = [
  { query: 'format=jsonl', ending: 'jsonl', title: 'JSON Lines', hint: 'One document per line' },
  {
    query: 'format=csv&fields=metadata.sourceURL,metadata.title,metadata.statusCode,markdown',
    ending: 'csv',
    title: 'CSV',
    hint: 'URL, title, status and Markdown for spreadsheets',
  },
  {
    query: 'format=markdown',
    ending: 'zip',
    title: 'Markdown (ZIP)',
    hint: 'A file for each page, in folders like those of the site',
  },
  { query: 'format=warc', ending: 'warc.gz', title: 'WARC', hint: 'For web archives' },
  { query: 'format=llms', ending: 'llms.txt', title: 'llms.txt', hint: 'Links with descriptions' },
  {
    query: 'format=llms-full',
    ending: 'llms-full.txt',
    title: 'llms-full.txt',
    hint: 'The Markdown of all pages in one text',
  },
] as const
const failedPages = {
  query: 'format=csv&only=failed',
  ending: 'failed.csv',
  title: 'Failed pages (CSV)',
  hint: 'URLs with their errors',
} as const
type Choice = (typeof formats)[number] | typeof failedPages

/** Saves the results of a job as a file; of a running job those that exist so far. */
export function ExportMenu({ job, path }: { job: JobSummary; path: string }) {
  const menu = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<string>()
  const [bytes, setBytes] = useState<number>()
  const [running, setRunning] = useState<AbortController>()
  const save = async ({ query, ending }: Choice) => {
    menu.current?.hidePopover()
    const controller = new AbortController()
    setRunning(controller)
    setFailure(undefined)
    setBytes(0)
    try {
      const { signal } = controller
      await download(`${path}/export?${query}`, nameOf(job, ending), { signal, onBytes: setBytes })
    } catch (thrown) {
      if (!controller.signal.aborted) setFailure(messageOf(thrown))
    } finally {
      setRunning(undefined)
    }
  }
  if (running)
    return (
      <button type="button" class="button" onClick={() => running.abort()}>
        <span role="status">Saving, {formatBytes(bytes ?? 0)}</span>
        <Icon name="cross" size={13} />
        <span class="unseen">Stop saving</span>
      </button>
    )
  const choices = job.failed > 0 ? [...formats, failedPages] : formats
  return (
    <div class="menu-place">
      {failure !== undefined && <Failure>{failure}</Failure>}
      <button type="button" class="button" popovertarget="export-menu">
        <Icon name="download" size={14} />
        Export
      </button>
      <div id="export-menu" class="menu" popover="auto" ref={menu} aria-label="Export as">
        {job.state === 'scraping' && (
          <p class="hint">The job is running: the file has the pages that are finished.</p>
        )}
        <ul>
          {choices.map((choice) => (
            <li key={choice.ending}>
              <button type="button" onClick={() => void save(choice)}>
                <b>{choice.title}</b>
                <small>{choice.hint}</small>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** `example.com-2026-11-22.zip` */
function nameOf({ url, id, createdAt }: JobSummary, ending: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : id
  return `${host.replaceAll(/[^\w.-]/g, '_')}-${createdAt.slice(0, 10)}.${ending}`
}
