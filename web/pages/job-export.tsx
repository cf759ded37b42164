import { useRef, useState } from 'preact/hooks'
import { readMessage } from '../api.ts'
import { download } from '../download.ts'
import { formatBytes } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import type { JobSummary } from './job-progress.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/job.ts'
import * as untranslated from '../words/untranslated.ts'

const formats = [
  {
    query: 'format=jsonl',
    ending: 'jsonl',
    title: untranslated.jsonLinesTitle,
    hint: words.jsonLinesHint,
  },
  {
    query: 'format=csv&fields=metadata.sourceURL,metadata.title,metadata.statusCode,markdown',
    ending: 'csv',
    title: untranslated.csvTitle,
    hint: words.csvHint,
  },
  {
    query: 'format=markdown',
    ending: 'zip',
    title: words.markdownTitle,
    hint: words.markdownHint,
  },
  { query: 'format=warc', ending: 'warc.gz', title: untranslated.warcTitle, hint: words.warcHint },
  {
    query: 'format=llms',
    ending: 'llms.txt',
    title: untranslated.llmsTxtTitle,
    hint: words.llmsTxtHint,
  },
  {
    query: 'format=llms-full',
    ending: 'llms-full.txt',
    title: untranslated.llmsFullTxtTitle,
    hint: words.llmsFullTxtHint,
  },
] as const
const failedPages = {
  query: 'format=csv&only=failed',
  ending: 'failed.csv',
  title: words.failuresTitle,
  hint: words.failuresHint,
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
      await download(`${path}/export?${query}`, makeName(job, ending), {
        signal,
        onBytes: setBytes,
      })
    } catch (thrown) {
      if (!controller.signal.aborted) setFailure(readMessage(thrown))
    } finally {
      setRunning(undefined)
    }
  }
  if (running)
    return (
      <Button onClick={() => running.abort()}>
        <span role="status">{fill(words.menuSaving, { bytes: formatBytes(bytes ?? 0) })}</span>
        <Icon name="cross" size={13} />
        <span class="unseen">{words.menuStop}</span>
      </Button>
    )
  const choices = job.failed > 0 ? [...formats, failedPages] : formats
  return (
    <div class="menu-place">
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Button icon="download" popovertarget="export-menu">
        {words.menuOpen}
      </Button>
      <div id="export-menu" class="menu" popover="auto" ref={menu} aria-label={words.menuLabel}>
        {job.state === 'scraping' && <p class="hint">{words.menuRunning}</p>}
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
function makeName({ url, id, createdAt }: JobSummary, ending: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : id
  return `${host.replaceAll(/[^\w.-]/g, '_')}-${createdAt.slice(0, 10)}.${ending}`
}
