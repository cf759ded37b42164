import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { loadSession } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import * as words from '../words/en/settings.ts'

/** A name that can be changed at once. */
export function NameForm(props: { label: string; name: string; path: string }) {
  const { label, name, path } = props
  const [text, setText] = useState<string>()
  const { run, isBusy, notice } = useAction()
  const value = text ?? name
  const save = () =>
    run(async () => {
      await send('PATCH', path, { name: value.trim() })
      await loadSession()
      setText(undefined)
    })
  return (
    <Form class="toolbar" onSubmit={save}>
      {notice}
      <input
        class="grow"
        aria-label={label}
        required
        maxLength={200}
        value={value}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button
        type="submit"
        aria-label={`${words.renamingSubmit}: ${label}`}
        disabled={isBusy || value.trim() === '' || value.trim() === name}
      >
        {words.renamingSubmit}
      </Button>
    </Form>
  )
}
