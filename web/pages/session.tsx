import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { duration } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Recording } from './recording.tsx'
import { SessionRun } from './session-run.tsx'
import { stateClass, stateText } from './sessions.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/session.ts'
import * as counts from '../words/en/counts.ts'
import type * as contract from '../../src/features/interact/contract.ts'
import type { z } from 'zod'

type Session = z.output<typeof contract.SessionReply>

const everyMs = 2_000

/** One session: its browser and programs for it while it runs, then its recording. */
export function SessionPage({ id }: { id: string }) {
  const [hasEnded, setEnded] = useState(false)
  const path = `/v2/interact/${id}`
  const { data, failure, reload } = useResource<Session>(path, hasEnded ? undefined : everyMs)
  if (data && data.status !== 'active' && !hasEnded) setEnded(true)
  if (failure !== undefined && !data) return <Failure>{failure}</Failure>
  if (!data) return <Loading />
  const isActive = data.status === 'active'
  return (
    <div class="page">
      <SessionHeader session={data} path={path} onChanged={reload} />
      {isActive ? (
        <div class={may('member') ? 'session' : undefined}>
          <LiveView session={data} />
          {may('member') && <SessionRun path={path} />}
        </div>
      ) : (
        <Recording path={path} />
      )}
    </div>
  )
}

function SessionHeader(props: { session: Session; path: string; onChanged: () => Promise<void> }) {
  const { session, path, onChanged } = props
  const { id, status, expiresAt, sessionDurationMs, creditsBilled, error } = session
  const { run, isBusy, notice } = useAction()
  const stop = () =>
    run(async () => {
      await send('DELETE', path)
      await onChanged()
    })
  return (
    <section class="card">
      <div class="toolbar">
        <h2 class="job-title mono">{id}</h2>
        <span class={`badge ${stateClass[status]}`}>{stateText[status]}</span>
        <span class="grow" />
        {may('member') && status === 'active' && (
          <Button class="danger" disabled={isBusy} onClick={() => void stop()}>
            {isBusy ? words.headerEnding : words.headerEnd}
          </Button>
        )}
      </div>
      <p class="facts" role="status">
        {expiresAt !== undefined && (
          <span>
            <Icon name="clock" size={14} />
            {fill(words.headerLeft, {
              expiresAt: duration((Date.parse(expiresAt) - Date.now()) / 1_000),
            })}
          </span>
        )}
        {sessionDurationMs !== undefined && (
          <span>
            {fill(words.headerDuration, { sessionDurationMs: duration(sessionDurationMs / 1_000) })}
          </span>
        )}
        {creditsBilled !== undefined && <span>{counts.credits(creditsBilled)}</span>}
      </p>
      {notice}
      {error !== undefined && <Failure>{error}</Failure>}
    </section>
  )
}

/** The page of the live view is one of this service, and shows pictures: no foreign page is in the frame. */
function LiveView({ session }: { session: Session }) {
  const { liveViewUrl, interactiveLiveViewUrl } = session
  const [hasControl, setControl] = useState(false)
  const url = hasControl ? interactiveLiveViewUrl : liveViewUrl
  return (
    <section class="sheet live-view" aria-label={words.viewTitle}>
      <div class="toolbar">
        <h2>{words.viewTitle}</h2>
        <span class="grow" />
        {may('member') && interactiveLiveViewUrl !== null && (
          <Button class="small" aria-pressed={hasControl} onClick={() => setControl(!hasControl)}>
            {hasControl ? words.viewRelease : words.viewControl}
          </Button>
        )}
        {url !== null && (
          <a
            class="button small"
            href={here(url)}
            target="_blank"
            rel="noopener"
            aria-label={words.viewOpen}
          >
            <Icon name="external" size={13} />
          </a>
        )}
      </div>
      {url === null ? (
        <Empty icon="picture" title={words.viewEmptyTitle}>
          <p>{words.viewEmptyText}</p>
        </Empty>
      ) : (
        <iframe key={url} src={here(url)} title={words.viewFrame} />
      )}
    </section>
  )
}

/** The same page at the address by which the console was opened. */
const here = (url: string) => new URL(url).pathname
