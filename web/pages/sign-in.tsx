import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { loadSession } from '../session.ts'
import { Entry, Labelled } from './entry.tsx'
import * as words from '../words/en/entry.ts'

/** Sign-in with e-mail address and password, or with an API key of the operator. */
export function SignIn() {
  const [hasKey, setHasKey] = useState(false)
  return (
    <Entry
      title={words.signInToWeir}
      lead={words.yourOwnWebData}
      submit={words.signIn}
      onSubmit={async (fields) => {
        await send('POST', '/console/api/session', fields)
        await loadSession()
      }}
      footer={
        <button type="button" class="link" onClick={() => setHasKey(!hasKey)}>
          {hasKey ? words.signInWithE : words.signInWithAn}
        </button>
      }
    >
      {hasKey ? (
        <Labelled
          key="key"
          label={words.apiKey}
          name="key"
          type="password"
          autocomplete="off"
          hint={words.anUnrestrictedKeyOf}
          isFirst
        />
      ) : (
        <>
          <Labelled
            label={words.eMailAddress}
            name="email"
            type="email"
            autocomplete="username"
            isFirst
          />
          <Labelled
            label={words.password}
            name="password"
            type="password"
            autocomplete="current-password"
          />
        </>
      )}
    </Entry>
  )
}
