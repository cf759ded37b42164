import { formatNumber, formatTime } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Failure, Loading } from '../ui/card.tsx'
import { Code } from '../ui/code.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { ForeignLink } from '../ui/foreign-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { withCode } from '../ui/with-code.tsx'
import { findAdvice } from './advice.ts'
import { DocumentView, type Document } from './document-view.tsx'
import { runInPlayground, writeAddress } from './playground-start.ts'
import { formatMs, hasStarted, RequestState } from './request-columns.tsx'
import type { Remembered } from './request-history.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/request-detail.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/work-contract.ts'
import type { Data } from '../reply.ts'

export type RequestFacts = Data<typeof contract.ActivityDetail>

/** One request: what happened, what to try, what was sent, and its result while it is kept. */
export function RequestDetail({ id, onClose }: { id: string; onClose: string }) {
  const { data, failure } = useResource<{ data: RequestFacts }>(`/console/api/activity/${id}`)
  const detail = data?.data
  return (
    <section class="card detail" aria-label={terms.thingRequest}>
      <header>
        <h2>{detail ? headline(detail) : terms.thingRequest}</h2>
        <a class="icon-button" href={onClose} aria-label={terms.actionClose}>
          <Icon name="cross" />
        </a>
      </header>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!detail && failure === undefined && <Loading />}
      {detail && <Detailed detail={detail} />}
    </section>
  )
}

function headline(detail: RequestFacts): string {
  if (hasStarted(detail)) return terms.columnStarted
  const time = formatMs(detail.durationMs)
  return fill(detail.succeeded ? words.headlineCompleted : words.headlineFailed, { time })
}

/** The request as the playground runs it; undefined when it was not kept. */
export function toRemembered({ sent }: RequestFacts): Remembered | undefined {
  if (sent === null || sent.path.startsWith('/v1/') || sent.body === undefined) return undefined
  const values = sent.body
  if (typeof values !== 'object' || values === null) return undefined
  return { key: `${sent.method.toLowerCase()} ${sent.path}`, values: { ...values } }
}

function Detailed({ detail }: { detail: RequestFacts }) {
  const { id, endpoint, target, message, meaning, code, requester, createdAt } = detail
  const advice = findAdvice(code)
  const again = toRemembered(detail)
  return (
    <>
      {message !== null && <p class="notice bad">{withCode(message)}</p>}
      {code !== null && (
        <>
          {meaning !== null && <p>{withCode(meaning)}</p>}
          {advice && (
            <p class="notice info">
              <span>
                <b>{words.adviceTitle}:</b> {advice.text}
              </span>
            </p>
          )}
        </>
      )}
      <div class="toolbar">
        {again && may('member') && (
          <Button class="primary" icon="reset" onClick={() => runInPlayground(again)}>
            {words.actionAgain}
          </Button>
        )}
        {again &&
          may('member') &&
          advice?.tries.map(({ label, values }) => (
            <Button
              key={label}
              onClick={() => runInPlayground({ ...again, values: { ...again.values, ...values } })}
            >
              {label}
            </Button>
          ))}
        {again && (
          <a class="button" href={writeAddress(again)}>
            {words.actionPlayground}
          </a>
        )}
        <ResultLink detail={detail} />
      </div>
      <dl class="facts-list words">
        {(
          [
            [terms.thingResult, <RequestState request={detail} />],
            [terms.thingOperation, endpoint.replaceAll('_', ' ')],
            [
              terms.columnTarget,
              target === null ? words.targetMissing : <ForeignLink url={target} />,
            ],
            [terms.columnCredits, describeCredits(detail)],
            [words.columnRequester, requester ?? terms.factUnknown],
            [terms.columnTime, formatTime(new Date(createdAt))],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{words.factId}</dt>
          <dd class="with-copy">
            <code>{id}</code>
            <CopyButton text={id} />
          </dd>
        </div>
      </dl>
      <h3>{terms.thingRequest}</h3>
      <Sent sent={detail.sent} />
      {detail.result === 'document' && <StoredDocument id={id} />}
      {detail.result === null && detail.succeeded && <p class="faint">{words.resultMissing}</p>}
    </>
  )
}

const describeCredits = (detail: RequestFacts) =>
  hasStarted(detail)
    ? words.creditsJob
    : detail.credits === null
      ? terms.factUnknown
      : formatNumber(detail.credits)

const links = {
  job: { path: 'jobs', text: terms.actionOpenJob },
  agent: { path: 'agent', text: terms.actionOpenRun },
  session: { path: 'sessions', text: words.actionSession },
} as const

function ResultLink({ detail: { id, result } }: { detail: RequestFacts }) {
  if (result === null || result === 'document') return null
  return (
    <a class="button" href={`/console/${links[result].path}/${id}`}>
      {links[result].text}
    </a>
  )
}

function Sent({ sent }: { sent: RequestFacts['sent'] }) {
  if (sent === null) return <p class="faint">{words.requestMissing}</p>
  const body = sent.body === undefined ? '' : `\n${JSON.stringify(sent.body, null, 2)}`
  return (
    <>
      <p class="faint">{words.requestNote}</p>
      <Code
        text={`${sent.method} ${sent.path}${body}`}
        language="json"
        label={words.requestLabel}
        hasCopy
      />
    </>
  )
}

function StoredDocument({ id }: { id: string }) {
  const { data, failure } = useResource<{ data: Document }>(`/v2/scrape/${id}`)
  return (
    <>
      <h3>{terms.thingResult}</h3>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && failure === undefined && <Loading />}
      {data && <DocumentView document={data.data} />}
    </>
  )
}
