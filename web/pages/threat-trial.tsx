import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ActionForm } from '../ui/action.tsx'
import { Card } from '../ui/card.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/threat.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

interface Decision {
  readonly isAllowed: boolean
  readonly rule: string | null
  readonly provider: string | null
  readonly categories: readonly string[]
}

/** Asks the stored policy about a URL. */
export function ThreatTrial() {
  const [url, setUrl] = useState('')
  const [decision, setDecision] = useState<Decision>()
  const ask = async () => {
    const { data } = await send<{ data: Decision }>('POST', '/console/api/threat/try', { url })
    setDecision(data)
  }
  return (
    <Card title={words.trialTitle}>
      <ActionForm class="stack narrow-form" submit={terms.actionTry} onSubmit={ask}>
        <label class="labelled">
          {untranslated.thingUrl}
          <input
            type="url"
            required
            maxLength={2_048}
            placeholder="https://example.com"
            value={url}
            onInput={({ currentTarget }) => {
              setDecision(undefined)
              setUrl(currentTarget.value)
            }}
          />
          <small>{words.trialHint}</small>
        </label>
        {decision && (
          <p class={`notice ${decision.isAllowed ? 'good' : 'bad'}`} role="status">
            {writeText(decision)}
          </p>
        )}
      </ActionForm>
    </Card>
  )
}

function writeText({ isAllowed, rule, provider, categories }: Decision): string {
  const verdict = isAllowed ? words.trialAllowed : words.trialBlocked
  if (rule === null) return `${verdict} ${words.trialUndecided}`
  const by = fill(words.trialRule, { rule })
  const classifier = provider === null ? '' : fill(words.trialVerdict, { provider })
  const named = fill(words.trialCategories, { categories: categories.join(', ') })
  return `${verdict} ${by}${classifier}${provider === null || categories.length === 0 ? '' : named}.`
}
