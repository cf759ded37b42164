import { useState } from 'preact/hooks'
import { readMessage } from '../api.ts'
import { hasEnded } from '../ended.ts'
import { PasskeyButton } from '../passkey-button.tsx'
import { session, type SignedIn } from '../session.ts'
import { SingleSignOnButton } from '../single-sign-on.tsx'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form, type Fields } from '../ui/form.tsx'
import { Credentials, signIn } from './credentials.tsx'
import { Labelled } from './entry.tsx'
import * as words from '../words/en/entry.ts'
import * as terms from '../words/en/terms.ts'

/** Asks to sign in again over the page that is shown, which then goes on. */
export function SignInAgain({ current }: { current: SignedIn }) {
  const { person, singleSignOn, hasPasskeys } = current
  const [failure, setFailure] = useState<string>()
  const [needsCode, setNeedsCode] = useState(false)
  const leave = () => {
    if (!hasEnded.value) return
    hasEnded.value = false
    session.value = { state: 'signed-out', singleSignOn, hasPasskeys }
  }
  const enter = async (fields: Fields) => {
    setFailure(undefined)
    try {
      await signIn(fields, () => setNeedsCode(true))
    } catch (thrown) {
      setFailure(readMessage(thrown))
    }
  }
  return (
    <Dialog title={terms.stateSessionEnded} onClose={leave}>
      <Form class="stack sign-in-again" onSubmit={enter}>
        <p>{words.againText}</p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {person ? (
          <Credentials email={person.email} needsCode={needsCode} />
        ) : (
          <Labelled label={words.keyLabel} name="key" type="password" autocomplete="off" isFirst />
        )}
        <Button type="submit" class="primary">
          {words.signInSubmit}
        </Button>
        {hasPasskeys && <PasskeyButton />}
        {singleSignOn && <SingleSignOnButton name={singleSignOn} />}
      </Form>
    </Dialog>
  )
}
