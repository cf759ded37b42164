import { useState } from 'preact/hooks'
import { readMessage, send } from '../api.ts'
import { hasEnded } from '../ended.ts'
import { loadSession, session, type SignedIn } from '../session.ts'
import { Failure } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled } from './entry.tsx'
import * as words from '../words/en/entry.ts'

function leave(): void {
  if (!hasEnded.value) return
  hasEnded.value = false
  session.value = { state: 'signed-out' }
}

/** Asks to sign in again over the page that is shown, which then goes on. */
export function SignInAgain({ current: { person } }: { current: SignedIn }) {
  const [failure, setFailure] = useState<string>()
  const signIn = async (event: SubmitEvent) => {
    event.preventDefault()
    setFailure(undefined)
    try {
      const fields = Object.fromEntries(new FormData(event.target as HTMLFormElement))
      await send('POST', '/console/api/session', fields)
      await loadSession()
    } catch (thrown) {
      setFailure(readMessage(thrown))
    }
  }
  return (
    <Dialog title={words.againTitle} onClose={leave}>
      <form class="stack sign-in-again" onSubmit={(event) => void signIn(event)}>
        <p>{words.againText}</p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {person ? (
          <>
            <Labelled
              label={words.fieldsEmail}
              name="email"
              type="email"
              autocomplete="username"
              value={person.email}
              isReadOnly
            />
            <Labelled
              label={words.fieldsPassword}
              name="password"
              type="password"
              autocomplete="current-password"
              isFirst
            />
          </>
        ) : (
          <Labelled label={words.keyLabel} name="key" type="password" autocomplete="off" isFirst />
        )}
        <button type="submit" class="button primary">
          {words.signInSubmit}
        </button>
      </form>
    </Dialog>
  )
}
