import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { loadSession } from '../session.ts'
import { Entry, Labelled } from './entry.tsx'

/** Sign-in with e-mail address and password, or with an API key of the operator. */
export function SignIn() {
  const [hasKey, setHasKey] = useState(false)
  return (
    <Entry
      title="Sign in to Weir"
      lead="Your own web-data service."
      submit="Sign in"
      onSubmit={async (fields) => {
        await send('POST', '/console/api/session', fields)
        await loadSession()
      }}
      footer={
        <button type="button" class="link" onClick={() => setHasKey(!hasKey)}>
          {hasKey ? 'Sign in with e-mail and password' : 'Sign in with an operator key'}
        </button>
      }
    >
      {hasKey ? (
        <Labelled
          key="key"
          label="API key"
          name="key"
          type="password"
          autocomplete="off"
          hint="An unrestricted key of the first team. The session ends after an hour."
          isFirst
        />
      ) : (
        <>
          <Labelled
            label="E-mail address"
            name="email"
            type="email"
            autocomplete="username"
            isFirst
          />
          <Labelled
            label="Password"
            name="password"
            type="password"
            autocomplete="current-password"
          />
        </>
      )}
    </Entry>
  )
}
