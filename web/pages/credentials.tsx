import { ApiError, send } from '../api.ts'
import { loadSession } from '../session.ts'
import type { Fields } from '../ui/form.tsx'
import { EmailField, Labelled } from './entry.tsx'
import * as words from '../words/en/entry.ts'
import * as terms from '../words/en/terms.ts'

/** Opens a session. Calls `onCodeNeeded` where the code of an authenticator app is missing or wrong, and throws then, too. */
export async function signIn(fields: Fields, onCodeNeeded: () => void): Promise<void> {
  try {
    await send('POST', '/console/api/session', fields)
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.reason === 'code_needed') onCodeNeeded()
    throw thrown
  }
  await loadSession()
}

/** The fields of e-mail address and password, and of the code once it is needed. */
export function Credentials({ email, needsCode }: { email?: string; needsCode: boolean }) {
  return (
    <>
      <EmailField {...(email !== undefined && { email })} isFirst />
      <Labelled
        label={terms.fieldPassword}
        name="password"
        type="password"
        autocomplete="current-password"
        isFirst={email !== undefined}
      />
      {needsCode && (
        <Labelled
          label={words.codeOfApp}
          name="code"
          autocomplete="one-time-code"
          hint={words.codeOfAppHint}
          isFirst
        />
      )}
    </>
  )
}
