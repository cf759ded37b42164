import { useState } from 'preact/hooks'
import { useResource } from '../resource.ts'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { withCode } from '../ui/with-code.tsx'
import * as words from '../words/en/settings.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { z } from 'zod'

type Groups = z.output<typeof contract.SettingsReply>

/** Settings come from the environment, so that they are shown with their variable and cannot be changed here. */
export function ServiceSettings() {
  const { data, failure } = useResource<Groups>('/console/api/settings')
  const [filter, setFilter] = useState('')
  const wanted = filter.toLowerCase()
  return (
    <Card title={words.serviceTitle}>
      <p class="faint">{words.serviceLead}</p>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && failure === undefined && <Loading />}
      <input
        type="search"
        class="narrow-form spaced"
        aria-label={words.serviceFind}
        placeholder={words.serviceFind}
        value={filter}
        maxLength={100}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {data?.data.map(({ module, settings }) => {
        const shown = settings.filter(({ variable, meaning }) =>
          `${variable} ${meaning}`.toLowerCase().includes(wanted),
        )
        if (shown.length === 0) return null
        return (
          <details key={module} class="settings-group" open={wanted !== ''}>
            <summary>
              {module} <span class="faint">{shown.length}</span>
            </summary>
            <dl class="facts-list">
              {shown.map(({ variable, meaning, value, isSecret }) => (
                <div key={variable}>
                  <dt>{variable}</dt>
                  <dd>
                    {value === null ? (
                      <span class="faint">{terms.factUnset}</span>
                    ) : (
                      <code>{isSecret ? 'set' : value || 'empty'}</code>
                    )}
                    <p class="hint">{withCode(meaning)}</p>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )
      })}
    </Card>
  )
}
