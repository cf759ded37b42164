import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { readMessage } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Form, type Fields } from '../ui/form.tsx'
import { Logo } from '../ui/icon.tsx'
import * as words from '../words/en/entry.ts'
import * as terms from '../words/en/terms.ts'

/** The page around the forms of people who are not signed in. */
export function Entry(props: {
  title: string
  lead: string
  submit: string
  onSubmit: (fields: Fields) => Promise<void>
  children: ComponentChildren
  footer?: ComponentChildren
}) {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (fields: Fields) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await props.onSubmit(fields)
    } catch (thrown) {
      setFailure(readMessage(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <main class="sign-in">
      <Form class="" onSubmit={submit}>
        <Logo size={44} />
        <h1>{props.title}</h1>
        <p>{props.lead}</p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {props.children}
        <Button type="submit" class="primary large" disabled={isBusy}>
          {isBusy ? words.formBusy : props.submit}
        </Button>
        {props.footer}
        <Unencrypted />
      </Form>
    </main>
  )
}

/** Browsers treat connections to this machine as secure. */
function Unencrypted() {
  if (isSecureContext) return null
  return <p class="notice warn">{words.formUnencrypted}</p>
}

export function Labelled(props: {
  label: string
  name: string
  type?: 'text' | 'email' | 'password'
  autocomplete?: string
  hint?: string
  value?: string
  minLength?: number
  isFirst?: boolean
  isReadOnly?: boolean
}) {
  const { label, hint, type = 'text', isFirst, isReadOnly, value, minLength, ...input } = props
  return (
    <label>
      {label}
      <input
        {...input}
        {...({ type } as object)}
        {...(value !== undefined && { value })}
        {...(minLength !== undefined && { minLength })}
        required
        autofocus={isFirst ?? false}
        readOnly={isReadOnly ?? false}
        maxLength={256}
      />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  )
}

/** The e-mail address of a person; a known one is only shown. */
export const EmailField = (props: { email?: string | null; isFirst?: boolean }) => (
  <Labelled
    label={terms.fieldEmail}
    name="email"
    type="email"
    autocomplete="username"
    {...(props.email == null
      ? { isFirst: props.isFirst ?? false }
      : { value: props.email, isReadOnly: true })}
  />
)

export const NewPasswordField = ({ hint }: { hint: string }) => (
  <Labelled
    label={terms.fieldPassword}
    name="password"
    type="password"
    autocomplete="new-password"
    minLength={12}
    hint={hint}
  />
)
