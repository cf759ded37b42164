import { send } from '../api.ts'
import { go } from '../router.ts'
import { loadSession } from '../session.ts'
import { Entry, Labelled } from './entry.tsx'
import * as words from '../words/en/entry.ts'

/** The first person proves with the set-up code that they operate the service. */
export function SetUp() {
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
      <Labelled
        label={words.codeLabel}
        name="code"
        autocomplete="off"
        hint={words.codeHint}
        isFirst
      />
      <Labelled label={words.fieldsName} name="name" autocomplete="name" />
      <Labelled label={words.fieldsEmail} name="email" type="email" autocomplete="username" />
      <Labelled
        label={words.fieldsPassword}
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={12}
        hint={words.passwordHint}
      />
    </Entry>
  )
}
