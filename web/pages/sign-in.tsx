import { useState } from 'preact/hooks'
import { PasskeyButton } from '../passkey-button.tsx'
import { session } from '../session.ts'
import { SingleSignOnButton } from '../single-sign-on.tsx'
import { Credentials, signIn } from './credentials.tsx'
import { Entry, Labelled } from './entry.tsx'
import * as words from '../words/en/entry.ts'

/** Sign-in with e-mail address and password, or with an API key of the operator. */
export function SignIn() {
  const [hasKey, setHasKey] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const current = session.value
  const ways = current?.state === 'signed-out' ? current : undefined
  return (
    <Entry
      title={words.signInTitle}
      lead={words.signInLead}
      submit={words.signInSubmit}
      onSubmit={(fields) => signIn(fields, () => setNeedsCode(true))}
      footer={
        <>
          {ways?.hasPasskeys && <PasskeyButton />}
          {ways?.singleSignOn && <SingleSignOnButton name={ways.singleSignOn} />}
          <button type="button" class="link" onClick={() => setHasKey(!hasKey)}>
            {hasKey ? words.signInByPassword : words.signInByKey}
          </button>
        </>
      }
    >
      {hasKey ? (
        <Labelled
          key="key"
          label={words.keyLabel}
          name="key"
          type="password"
          autocomplete="off"
          hint={words.keyHint}
          isFirst
        />
      ) : (
        <Credentials needsCode={needsCode} />
      )}
    </Entry>
  )
}
