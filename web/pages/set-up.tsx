import { send } from '../api.ts'
import { go } from '../router.ts'
import { loadSession } from '../session.ts'
import { Entry, Labelled } from './entry.tsx'

/** The first person proves with the set-up code that they operate the service. */
export function SetUp() {
  return (
    <Entry
      title="Set up Weir"
      lead="You will be the operator of this service."
      submit="Set up"
      onSubmit={async (fields) => {
        await send('POST', '/console/api/set-up', fields)
        go('/console/playground')
        await loadSession()
      }}
    >
      <Labelled
        label="Set-up code"
        name="code"
        autocomplete="off"
        hint="The service prints it when it starts, beside the first API key."
        isFirst
      />
      <Labelled label="Your name" name="name" autocomplete="name" />
      <Labelled label="E-mail address" name="email" type="email" autocomplete="username" />
      <Labelled
        label="Password"
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={12}
        hint="At least 12 characters."
      />
    </Entry>
  )
}
