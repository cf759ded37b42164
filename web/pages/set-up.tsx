import { send } from '../api.ts'
import { go } from '../router.ts'
import { loadSession } from '../session.ts'
import { Entry, Labelled } from './entry.tsx'
import * as words from '../words/en/entry.ts'

/** The first person proves with the set-up code that they operate the service. */
export function SetUp() {
  return (
    <Entry
      title={words.setUpWeir}
      lead={words.youWillBeThe}
      submit={words.setUp}
      onSubmit={async (fields) => {
        await send('POST', '/console/api/set-up', fields)
        go('/console/playground')
        await loadSession()
      }}
    >
      <Labelled
        label={words.setUpCode}
        name="code"
        autocomplete="off"
        hint={words.theServicePrintsIt}
        isFirst
      />
      <Labelled label={words.yourName} name="name" autocomplete="name" />
      <Labelled label={words.eMailAddress} name="email" type="email" autocomplete="username" />
      <Labelled
        label={words.password}
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={12}
        hint={words.atLeast12Characters}
      />
    </Entry>
  )
}
