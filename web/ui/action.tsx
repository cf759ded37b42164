import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, readMessage, send } from '../api.ts'
import { PasskeyButton } from '../passkey-button.tsx'
import { session } from '../session.ts'
import { SingleSignOnButton } from '../single-sign-on.tsx'
import { Button } from './button.tsx'
import { Failure } from './card.tsx'
import { Dialog } from './dialog.tsx'
import { Form, type Fields, type FormProps } from './form.tsx'
import * as words from '../words/en/shell.ts'
import * as terms from '../words/en/terms.ts'

export interface Action {
  readonly run: (work: () => Promise<void>) => Promise<void>
  readonly isBusy: boolean
  /** What failed, and the dialog that asks for the password; both belong into the page. */
  readonly notice: ComponentChildren
}

/** Runs what a button does: reports failures, and asks for the password where the service wants it again. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [waiting, setWaiting] = useState<() => Promise<void>>()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.reason === 'password_needed') setWaiting(() => work)
      else setFailure(readMessage(thrown))
    } finally {
      setBusy(false)
    }
  }
  const notice = (
    <>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {waiting && (
        <Confirmation
          onClose={() => setWaiting(undefined)}
          onConfirmed={() => {
            setWaiting(undefined)
            void run(waiting)
          }}
        />
      )}
    </>
  )
  return { run, isBusy, notice }
}

/** A form whose work is an action: what failed is above its fields, and its button below them. */
export function ActionForm(
  props: Omit<FormProps, 'onSubmit'> & {
    submit: string
    /** The text of the button while it works. */
    busy?: string
    look?: 'primary' | 'danger'
    disabled?: boolean
    onSubmit: (fields: Fields, form: HTMLFormElement) => Promise<void>
  },
) {
  const { submit, busy = submit, look = '', disabled = false, onSubmit, children, ...form } = props
  const { run, isBusy, notice } = useAction()
  return (
    <Form {...form} onSubmit={(...given) => run(() => onSubmit(...given))}>
      {notice}
      {children}
      <div>
        <Button type="submit" class={look} disabled={isBusy || disabled}>
          {isBusy ? busy : submit}
        </Button>
      </div>
    </Form>
  )
}

function Confirmation(props: { onClose: () => void; onConfirmed: () => void }) {
  const [failure, setFailure] = useState<string>()
  const current = session.value
  const confirm = async ({ password }: Fields) => {
    try {
      await send('POST', '/console/api/session/confirm', { password })
      props.onConfirmed()
    } catch (thrown) {
      setFailure(readMessage(thrown))
    }
  }
  return (
    <Dialog title={words.confirmationTitle} onClose={props.onClose}>
      {current?.state === 'signed-in' && current.person !== null ? (
        <Form onSubmit={confirm}>
          {failure !== undefined && <Failure>{failure}</Failure>}
          <label class="labelled">
            {terms.fieldPassword}
            <input
              name="password"
              type="password"
              autocomplete="current-password"
              required
              autofocus
            />
          </label>
          <Button type="submit" class="primary">
            {words.confirmationSubmit}
          </Button>
          {current.hasPasskeys && <PasskeyButton onDone={props.onConfirmed} />}
          {current.singleSignOn && <SingleSignOnButton name={current.singleSignOn} />}
        </Form>
      ) : (
        <p>{words.confirmationKey}</p>
      )}
    </Dialog>
  )
}
