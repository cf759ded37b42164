import { useMemo, useState } from 'preact/hooks'
import { formatNumber, formatTime, shortUrl } from '../format.ts'
import { useAction } from '../ui/action.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { rowsOfDiff } from '../ui/diff-rows.ts'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { useCheckPages, type CheckPage } from './check-pages.ts'
import type { Check } from './monitor.tsx'
import { CompareView } from './monitor-compare.tsx'
import { useVersions } from './monitor-versions.ts'
import { RuleResults } from './rule-results.tsx'
import { TextChange } from './text-change.tsx'
import { ownPicture } from './own-picture.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitors.ts'
import * as shellWords from '../words/en/shell.ts'

const everyMs = 2_000

/** The pages of a check, changed ones first, and what has changed in the chosen one. */
export function CheckView(props: {
  monitorId: string
  check: Check
  isSeen: boolean
  onMark: (isSeen: boolean) => Promise<void>
}) {
  const { monitorId, check, isSeen, onMark } = props
  const { run, isBusy, notice } = useAction()
  const isOpen = check.status === 'queued' || check.status === 'running'
  const { pages, failure, showAll } = useCheckPages(
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
        {left > 0 && (
          <button type="button" class="link" onClick={showAll}>
            {fill(shellWords.listLeft, { left: formatNumber(left) })}
          </button>
        )}
      </nav>
      <section class="change" aria-label={words.changeLabel}>
        {check.error !== null && <Failure>{check.error}</Failure>}
        {page ? (
          <PageChange key={page.id} page={page} monitorId={monitorId} />
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

function PageChange({ page, monitorId }: { page: CheckPage; monitorId: string }) {
  const { url, status, error, diff, judgment, watched = [], metadata } = page
  const rows = useMemo(() => rowsOfDiff(diff?.text ?? ''), [diff])
  const [isComparing, setComparing] = useState(false)
  const versions = useVersions(monitorId, url)
  const chosen = versions?.findIndex(({ id }) => id === page.versionId) ?? -1
  if (isComparing && versions)
    return (
      <CompareView
        monitorId={monitorId}
        versions={versions}
        start={Math.max(0, chosen)}
        onClose={() => setComparing(false)}
      />
    )
  return (
    <>
      <div class="where with-action">
        <ForeignLink url={url} />
        {versions !== undefined && versions.length > 1 && (
          <Button class="small" onClick={() => setComparing(true)}>
            {words.compareOpen}
          </Button>
        )}
      </div>
      {judgment && (
        <p class={`judged${judgment.meaningful ? '' : ' minor'}`}>
          <Icon name="spark" />
          <span>
            <b>{judgment.meaningful ? words.changeMeaningful : words.changeMinor}</b>{' '}
            {judgment.reason}
          </span>
        </p>
      )}
      {metadata?.ignoredLines !== undefined && (
        <p class="faint">{words.changeIgnored(metadata.ignoredLines)}</p>
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
      <BeforeAfter
        before={ownPicture(
          versions?.[status === 'same' ? chosen : chosen + 1]?.metadata?.screenshot,
        )}
        after={ownPicture(page.metadata?.screenshot)}
      />
    </>
  )
}
