import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { go } from '../router.ts'
import { loadSession } from '../session.ts'
import { EmailField, Entry, Labelled, NewPasswordField } from './entry.tsx'
import * as words from '../words/en/entry.ts'
import * as terms from '../words/en/terms.ts'

/** The first person proves with the set-up code, which the link of the start message has, that they operate the service. */
export function SetUp() {
  const [code] = useState(takeCode)
  return (
    <Entry
      title={words.setUpTitle}
      lead={words.setUpLead}
      submit={words.setUpSubmit}
      onSubmit={async (fields) => {
        await send('POST', '/console/api/set-up', fields)
        go('/console/playground')
        await loadSession()
      }}
    >
      {code === undefined ? (
        <Labelled
          label={words.codeLabel}
          name="code"
          autocomplete="off"
          hint={words.codeHint}
          isFirst
        />
      ) : (
        <input type="hidden" name="code" value={code} />
      )}
      <Labelled
        label={terms.fieldOwnName}
        name="name"
        autocomplete="name"
        isFirst={code !== undefined}
      />
      <EmailField />
      <NewPasswordField hint={terms.fieldPasswordHint} />
    </Entry>
  )
}

/** Takes the code out of the address, so that it is not kept in the history of the browser. */
function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code === null) return undefined
  history.replaceState(history.state, '', location.pathname)
  return code
}
