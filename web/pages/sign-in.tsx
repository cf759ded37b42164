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
      title={words.signInTitle}
      lead={words.signInLead}
      submit={words.signInSubmit}
      onSubmit={async (fields) => {
        await send('POST', '/console/api/session', fields)
        await loadSession()
      }}
      footer={
        <button type="button" class="link" onClick={() => setHasKey(!hasKey)}>
          {hasKey ? words.signInByPassword : words.signInByKey}
        </button>
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
        <>
          <Labelled
            label={words.fieldsEmail}
            name="email"
            type="email"
            autocomplete="username"
            isFirst
          />
          <Labelled
            label={words.fieldsPassword}
            name="password"
            type="password"
            autocomplete="current-password"
          />
        </>
      )}
    </Entry>
  )
}
