import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { formatTime, shortUrl } from '../format.ts'
import { useAction } from '../ui/action.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { rowsOfDiff, countTotals } from '../ui/diff-rows.ts'
import { DiffView, type DiffLook } from '../ui/diff-view.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { useCheckPages, type CheckPage } from './check-pages.ts'
import type { Check } from './monitor.tsx'
import { RuleResults } from './rule-results.tsx'
import { ownPicture } from './own-picture.ts'
import * as words from '../words/en/monitors.ts'
import * as counts from '../words/en/counts.ts'

const everyMs = 2_000

/** The pages of a check, changed ones first, and what has changed in the chosen one. */
export function CheckView(props: {
  monitorId: string
  check: Check
  /** The check before this one. */
  previousId: string | undefined
  isSeen: boolean
  onMark: (isSeen: boolean) => Promise<void>
}) {
  const { monitorId, check, previousId, isSeen, onMark } = props
  const { run, isBusy, notice } = useAction()
  const isOpen = check.status === 'queued' || check.status === 'running'
  const { pages, failure } = useCheckPages(
    `/v2/monitor/${monitorId}/checks/${check.id}`,
    isOpen ? everyMs : undefined,
  )
  const [chosenId, setChosenId] = useState<string>()
  if (failure !== undefined) return <Failure>{failure}</Failure>
  if (!pages) return <Loading />
  const page = pages.find(({ id }) => id === chosenId) ?? pages[0]
  const left = check.summary.totalPages - pages.length
  return (
    <div class="check">
      <nav class="pages" aria-label={words.checkPages}>
        <h3>
          {formatTime(new Date(check.createdAt))}
          <button
            type="button"
            class="link"
            disabled={isBusy}
            onClick={() => void run(() => onMark(!isSeen))}
          >
            {isSeen ? words.checkUnread : words.checkRead}
          </button>
        </h3>
        {notice}
        {pages.map(({ id, url, status, judgment }) => (
          <button
            key={id}
            type="button"
            aria-current={id === page?.id ? 'true' : undefined}
            onClick={() => setChosenId(id)}
          >
            <span class={`mark ${status}`}>{status}</span>
            <span class="where">{shortUrl(url)}</span>
            {judgment?.meaningful && <Icon name="spark" size={13} />}
          </button>
        ))}
        {left > 0 && <p class="faint">{counts.morePages(left)}</p>}
      </nav>
      <section class="change" aria-label={words.changeLabel}>
        {check.error !== null && <Failure>{check.error}</Failure>}
        {page ? (
          <PageChange
            page={page}
            previousUrl={previousId && `/v2/monitor/${monitorId}/checks/${previousId}`}
          />
        ) : (
          <Empty icon="clock" title={isOpen ? words.checkRunning : words.checkEmpty} />
        )}
      </section>
    </div>
  )
}

const messages = {
  same: words.changeSame,
  new: words.changeNew,
  removed: words.changeRemoved,
  error: words.changeError,
  changed: words.changeChanged,
}

function PageChange({ page, previousUrl }: { page: CheckPage; previousUrl: string | undefined }) {
  const { url, status, error, diff, judgment, watched = [] } = page
  const rows = useMemo(() => rowsOfDiff(diff?.text ?? ''), [diff])
  return (
    <>
      <p class="where">
        <ForeignLink url={url} />
      </p>
      {judgment && (
        <p class={`judged${judgment.meaningful ? '' : ' minor'}`}>
          <Icon name="spark" />
          <span>
            <b>{judgment.meaningful ? words.changeMeaningful : words.changeMinor}</b>{' '}
            {judgment.reason}
          </span>
        </p>
      )}
      {watched.length > 0 && <RuleResults results={watched} />}
      {error !== null && <Failure>{error}</Failure>}
      {rows.length > 0 && <TextChange rows={rows} />}
      {rows.length === 0 && diff && Object.keys(diff.json).length > 0 && (
        <div class="tree">
          <JsonTree value={diff.json} />
        </div>
      )}
      {!diff && error === null && <Empty icon="check" title={messages[status]} />}
      {page.metadata?.screenshot !== undefined && (
        <Screenshots page={page} previousUrl={previousUrl} />
      )}
    </>
  )
}

/** The picture of this check, and that of the check before. */
function Screenshots(props: { page: CheckPage; previousUrl: string | undefined }) {
  const { page, previousUrl } = props
  const previous = useCheckPages(previousUrl).pages
  const before = previous?.find(({ url }) => url === page.url)?.metadata?.screenshot
  return <BeforeAfter before={ownPicture(before)} after={ownPicture(page.metadata?.screenshot)} />
}

const isNarrow = matchMedia('(max-width: 900px)').matches

function TextChange({ rows }: { rows: ReturnType<typeof rowsOfDiff> }) {
  const [look, setLook] = useState<DiffLook>(isNarrow ? 'unified' : 'split')
  const frame = useRef<HTMLDivElement>(null)
  const step = useSteps(frame)
  const { added, removed } = countTotals(rows)
  return (
    <>
      <div class="bar">
        <div class="switcher" role="group" aria-label={words.viewLabel}>
          <button type="button" aria-pressed={look === 'split'} onClick={() => setLook('split')}>
            {words.viewColumns}
          </button>
          <button
            type="button"
            aria-pressed={look === 'unified'}
            onClick={() => setLook('unified')}
          >
            {words.viewUnified}
          </button>
        </div>
        <span class="sum">
          <b class="plus">+{added}</b> <b class="minus">−{removed}</b>
        </span>
        <span class="grow" />
        <button
          type="button"
          class="button quiet"
          aria-label={words.viewPrevious}
          onClick={() => step(-1)}
        >
          <Icon name="up" size={14} />
          <kbd>k</kbd>
        </button>
        <button
          type="button"
          class="button quiet"
          aria-label={words.viewNext}
          onClick={() => step(1)}
        >
          <Icon name="down" size={14} />
          <kbd>j</kbd>
        </button>
      </div>
      <div class="scroll" ref={frame} tabIndex={0} role="region" aria-label={words.viewText}>
        <DiffView rows={rows} look={look} />
      </div>
    </>
  )
}

/** Goes from change to change, also with the keys j and k. */
function useSteps(frame: { readonly current: HTMLElement | null }) {
  const index = useRef(-1)
  const step = (by: number) => {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    const starts = rows.filter((row) => !row.previousElementSibling?.hasAttribute('data-change'))
    if (starts.length === 0) return
    index.current = (index.current + by + starts.length) % starts.length
    for (const row of rows) row.classList.remove('here')
    const chosen = starts[index.current]
    chosen?.classList.add('here')
    chosen?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'j') step(1)
      if (event.key === 'k') step(-1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return step
}
