import { send } from '../api.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { useChoice } from '../ui/choice.ts'
import { Toggle } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/providers.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/third-party-data/contract.ts'
import type { Data } from '../reply.ts'

type Choice = Data<typeof contract.ThirdPartyReply>

const path = '/v2/team/third-party-data'

/** Which data providers the team uses, and whose terms it has accepted. */
export function ProvidersPage() {
  const { data, failure, reload } = useResource<{ readonly data: Choice }>(path)
  const choice = data?.data
  return (
    <div class="page">
      <Card title={terms.pageProviders}>
        <p class="faint">{words.listLead}</p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {!choice && failure === undefined && <Loading />}
        {choice?.available.length === 0 && (
          <Empty icon="documents" title={words.emptyTitle}>
            <p>{words.emptyText}</p>
          </Empty>
        )}
        {choice && choice.available.length > 0 && <ChoiceList choice={choice} onSaved={reload} />}
      </Card>
    </div>
  )
}

function ChoiceList({ choice, onSaved }: { choice: Choice; onSaved: () => Promise<void> }) {
  const action = useAction()
  const { run, isBusy, notice } = action
  const isLocked = isBusy || !may('admin')
  const stored = { enabled: choice.enabled, providers: choice.providers }
  const { value, choose } = useChoice(action, stored, async (chosen) => {
    await send('PUT', path, chosen)
    await onSaved()
  })
  const { enabled, providers } = value
  const accept = (provider: string, version: string) =>
    void run(async () => {
      await send('POST', `${path}/terms`, { provider, version })
      await onSaved()
    })
  return (
    <div class="stack">
      {notice}
      <Toggle
        label={words.choiceLabel}
        checked={enabled}
        disabled={isLocked}
        onSwitch={(isOn) => choose({ enabled: isOn, providers })}
      />
      <ul class="event-list">
        {choice.available.map(({ id, name, creditsCost, sites, tools, allowed, terms }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={providers.includes(id)}
                disabled={isLocked || !allowed}
                onChange={({ currentTarget }) =>
                  choose({
                    enabled,
                    providers: currentTarget.checked
                      ? [...providers, id]
                      : providers.filter((other) => other !== id),
                  })
                }
              />{' '}
              <b>{name}</b> {counts.credits(creditsCost)}
            </label>
            <small>
              {[...sites, ...tools].join(', ')}
              {!allowed && words.choiceForbidden}
            </small>
            {terms && !terms.accepted && (
              <Button class="small" disabled={isLocked} onClick={() => accept(id, terms.version)}>
                {words.termsAccept}
              </Button>
            )}
            {terms && (
              <a href={terms.url} target="_blank" rel="noreferrer">
                {fill(words.termsVersion, { name: terms.name, version: terms.version })}
                {terms.accepted && ' (accepted)'}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
