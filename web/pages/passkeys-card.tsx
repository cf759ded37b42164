import { send } from '../api.ts'
import { ago, formatTime } from '../format.ts'
import { addPasskey, canUsePasskeys } from '../passkeys.ts'
import { useResource } from '../resource.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { TextForm } from '../ui/form.tsx'
import { withCode } from '../ui/with-code.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/second-factor.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { Row } from '../reply.ts'

type Passkey = Row<typeof contract.PasskeysReply>

const path = '/console/api/passkeys'

/** The passkeys of the person: added, and removed. */
export function PasskeysCard() {
  const { data, failure, reload } = useResource<{ data: readonly Passkey[] }>(path)
  const { run, isBusy, notice } = useAction()
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      await reload()
    })
  return (
    <Card title={words.passkeysTitle}>
      <div class="stack narrow-form">
        <p>{words.passkeysText}</p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {notice}
        {!data && failure === undefined && <Loading />}
        {data && data.data.length > 0 && (
          <ul class="event-list">
            {data.data.map(({ id, name, createdAt, usedAt }) => (
              <li key={id}>
                <span>
                  <b>{name}</b>
                  <small>
                    {usedAt === null
                      ? fill(words.passkeyAdded, { time: formatTime(new Date(createdAt)) })
                      : fill(words.passkeyUsed, { time: ago(usedAt) })}
                  </small>
                </span>
                <Button
                  class="small danger"
                  aria-label={fill(words.passkeyRemoveOne, { name })}
                  disabled={isBusy}
                  onClick={() => void change(() => send('DELETE', `${path}/${id}`))}
                >
                  {words.passkeyRemove}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {canUsePasskeys() ? (
          <TextForm
            label={words.passkeyName}
            submit={words.passkeyAdd}
            isBusy={isBusy}
            onText={(name, form) => change(() => addPasskey(name)).then(() => form.reset())}
          />
        ) : (
          <p class="hint">{withCode(words.passkeysNeeds)}</p>
        )}
      </div>
    </Card>
  )
}
