import { ago, formatNumber, formatTime } from '../format.ts'
import { useResource } from '../resource.ts'
import { Failure, Loading } from '../ui/card.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/webhooks.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'
import type * as contract from '../../src/features/webhook/contract.ts'
import type { z } from 'zod'

type Details = z.output<typeof contract.DeliveryDetails>
type Attempt = Details['data']['attemptLog'][number]

const everyMs = 5_000

/** What was sent to a receiver, and what came back in each attempt. */
export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, failure } = useResource<Details>(`/v2/webhooks/deliveries/${id}`, everyMs)
  const delivery = data?.data
  return (
    <Dialog title={delivery?.type ?? words.dialogTitle} look="wide" onClose={onClose}>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!delivery && failure === undefined && <Loading />}
      {delivery && (
        <div class="stack">
          <p class="source">{delivery.url}</p>
          <h3>{words.dialogSent}</h3>
          {delivery.request === null ? (
            <p class="faint">{words.dialogBodyMissing}</p>
          ) : (
            <Code text={pretty(delivery.request)} language="json" label={words.dialogSent} />
          )}
          {delivery.isRequestCut && <p class="hint">{words.dialogBodyCut}</p>}
          <h3>{words.columnsAttempts}</h3>
          {delivery.attemptLog.length === 0 && <p class="faint">{words.dialogNoAttempts}</p>}
          {delivery.attemptLog.toReversed().map((attempt, index) => (
            <AttemptDetails key={attempt.startedAt} attempt={attempt} isOpen={index === 0} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

function AttemptDetails({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { startedAt, durationMs, status, error, contentType, response, isResponseCut } = attempt
  return (
    <details class="settings-group attempt" open={isOpen}>
      <summary>
        <span class={`badge ${error === null ? 'good' : 'bad'}`}>
          {status ?? words.attemptNone}
        </span>
        <span>{fill(untranslated.factMilliseconds, { ms: formatNumber(durationMs) })}</span>
        <time dateTime={startedAt} title={formatTime(new Date(startedAt))}>
          {ago(startedAt)}
        </time>
      </summary>
      {error !== null && <p>{error}</p>}
      {contentType !== null && <p class="faint">{contentType}</p>}
      {response === null ? (
        status !== null && <p class="faint">{words.attemptEmpty}</p>
      ) : (
        <Code
          text={pretty(response)}
          language={contentType?.includes('html') === true ? 'html' : 'json'}
          label={terms.thingAnswer}
        />
      )}
      {isResponseCut && <p class="hint">{words.attemptCut}</p>}
    </details>
  )
}

/** JSON with one member per line; other texts as they are. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
