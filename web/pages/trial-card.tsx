import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/settings.ts'

const trials = { model: words.trialsModel, search: words.trialsSearch } as const

/** Tries what other servers provide. */
export function TrialCard() {
  return (
    <Card title={words.trialsTitle}>
      <ul class="event-list">
        {Object.entries(trials).map(([name, title]) => (
          <TrialRow key={name} name={name} title={title} />
        ))}
      </ul>
    </Card>
  )
}

function TrialRow({ name, title }: { name: string; title: string }) {
  const { run, isBusy, notice } = useAction()
  const [text, setText] = useState<string>()
  const start = () =>
    void run(async () => {
      setText(undefined)
      const url = `/console/api/settings/try/${name}`
      const { data } = await send<{ data: { text: string } }>('POST', url)
      setText(data.text)
    })
  return (
    <li>
      <span>
        <b>{title}</b> <span role="status">{text}</span>
      </span>
      <Button class="small" disabled={isBusy} onClick={start}>
        {fill(words.trialsButton, { title: title.toLowerCase() })}
      </Button>
      {notice}
    </li>
  )
}
