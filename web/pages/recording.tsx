import { useEffect, useRef, useState } from 'preact/hooks'
import { duration, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { canPlay, play } from './play-recording.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/session.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/interact/contract.ts'
import type { z } from 'zod'

type Replay = z.output<typeof contract.ReplayReply>

/** The recorded pages of a session that has ended, with a player. */
export function Recording({ path }: { path: string }) {
  const { data, failure } = useResource<Replay>(`${path}/replay`)
  const [chosenId, setChosenId] = useState('0')
  if (failure !== undefined)
    return (
      <Empty icon="picture" title={words.recordingEmptyTitle}>
        <p>{fill(words.recordingEmptyText, { failure })}</p>
      </Empty>
    )
  if (!data) return <Loading />
  return (
    <section class="sheet recording" aria-label={words.recordingTitle}>
      <div class="toolbar">
        <h2>{words.recordingTitle}</h2>
        <span class="grow" />
        {data.pages.length > 1 && (
          <select
            aria-label={terms.thingPage}
            value={chosenId}
            onChange={(event) => setChosenId(event.currentTarget.value)}
          >
            {data.pages.map(({ pageId, pageUrl, startTimeMs, endTimeMs }) => (
              <option key={pageId} value={pageId}>
                {`${shortUrl(pageUrl).slice(0, 80) || words.recordingBlankPage}, ${duration((endTimeMs - startTimeMs) / 1_000)}`}
              </option>
            ))}
          </select>
        )}
      </div>
      <Player key={chosenId} url={`${path}/replay/${chosenId}`} />
    </section>
  )
}

function Player({ url }: { url: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!video.current) return undefined
    return play(video.current, url, setFailure)
  }, [url])
  if (!canPlay()) return <Failure>{words.recordingUnsupported}</Failure>
  return (
    <>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <video ref={video} controls muted playsInline aria-label={words.recordingVideo} />
    </>
  )
}
