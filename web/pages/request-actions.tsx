import { toText, shortUrl } from '../format.ts'
import { may } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { History } from './history.tsx'
import { makeScheduled, schedule } from './monitor-start.ts'
import { writeAddress } from './playground-start.ts'
import type { Remembered } from './request-history.ts'
import { SavedRequests } from './saved-requests.tsx'
import * as words from '../words/en/playground.ts'

/** What can be done with a request beside running it: share it, save it, schedule it, take another one. */
export function RequestActions(props: {
  request: Remembered
  isValid: boolean
  onChoose: (request: Remembered) => void
  onSaved: (saved: Remembered['saved']) => void
}) {
  const { request, isValid, onChoose, onSaved } = props
  const { values, saved } = request
  const scheduled = makeScheduled(request)
  const name = saved?.name ?? shortUrl(toText(values['url'] ?? values['query'] ?? ''))
  return (
    <div class="links-row">
      <CopyButton text={location.origin + writeAddress(request)} label={words.formCopied} />
      {scheduled && may('member') && (
        <Button icon="clock" disabled={!isValid} onClick={() => schedule({ name, ...scheduled })}>
          {words.scheduleButton}
        </Button>
      )}
      <SavedRequests
        request={request}
        name={name}
        isValid={isValid}
        onOpen={onChoose}
        onSaved={onSaved}
      />
      <History onChoose={onChoose} />
    </div>
  )
}
