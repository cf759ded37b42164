import { useState } from 'preact/hooks'
import { ApiError, send } from '../api.ts'
import { ago, formatTime } from '../format.ts'
import { listLines } from '../lines.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { Form } from '../ui/form.tsx'
import { Select, Switch } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/threat.ts'
import { BlockedCard } from './threat-blocked.tsx'
import { DomainLists, TldChips } from './threat-lists.tsx'
import { ThreatTrial } from './threat-trial.tsx'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/threat/contract.ts'
import type { z } from 'zod'

type Stored = z.output<typeof contract.ThreatReply>
type Policy = ReturnType<typeof toPolicy>
/** The modes that a team can choose. */
type Mode = Exclude<Stored['data']['mode'], 'zscaler'>

const path = '/v2/team/threat-protection'

/** What each mode does, and what it costs. */
const modes: Readonly<Record<Mode, readonly [string, string]>> = {
  off: [words.offMeaning, words.offCost],
  'manual-only': [words.manualMeaning, words.offCost],
  normal: [words.normalMeaning, words.normalCost],
}

/** Which URLs the service may reach for the team. */
export function ThreatPage() {
  const { data, failure, reload } = useResource<Stored>(path)
  return (
    <div class="page">
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && failure === undefined && <Loading />}
      {data && may('member') && <ThreatTrial />}
      {data && <BlockedCard />}
      {data && <PolicyCard key={data.data.updatedAt} stored={data.data} onSaved={reload} />}
    </div>
  )
}

function PolicyCard({ stored, onSaved }: { stored: Stored['data']; onSaved: () => Promise<void> }) {
  const [isOutdated, setOutdated] = useState(false)
  const [changes, setChanges] = useState<Partial<Policy>>({})
  const policy: Policy = { ...toPolicy(stored), ...changes }
  const change = (changed: Partial<Policy>) => setChanges({ ...changes, ...changed })
  const mayChange = may('admin')
  const { run, isBusy, notice } = useAction()
  const save = () =>
    run(async () => {
      await send('PUT', path, { ...trimmed(policy), updatedAt: stored.updatedAt }).catch(
        (thrown: unknown) => {
          setOutdated(thrown instanceof ApiError && thrown.status === 409)
          throw thrown
        },
      )
      await onSaved()
      setChanges({})
    })
  return (
    <Card title={words.policyTitle}>
      <Form class="stack narrow-form" onSubmit={save}>
        {notice}
        {isOutdated && (
          <div>
            <Button onClick={() => void onSaved()}>{words.policyDiscard}</Button>
          </div>
        )}
        <fieldset class="stack" disabled={!mayChange}>
          <RuleFields {...{ policy, change, stored }} />
          <DomainLists {...{ policy, change }} />
          <TldChips {...{ policy, change }} />
        </fieldset>
        {mayChange ? (
          <div>
            <Button type="submit" disabled={isBusy || Object.keys(changes).length === 0}>
              {terms.actionSave}
            </Button>
          </div>
        ) : (
          <p class="hint">{words.policyViewer}</p>
        )}
        {stored.updatedAt !== null && (
          <p class="faint" title={formatTime(new Date(stored.updatedAt))}>
            {stored.updatedBy === null
              ? fill(words.policyChanged, { updatedAt: ago(stored.updatedAt) })
              : fill(words.policyChangedBy, {
                  name: stored.updatedBy,
                  updatedAt: ago(stored.updatedAt),
                })}
          </p>
        )}
      </Form>
    </Card>
  )
}

export interface PolicyFields {
  readonly policy: Policy
  readonly change: (changed: Partial<Policy>) => void
}

function RuleFields({ policy, change, stored }: PolicyFields & { stored: Stored['data'] }) {
  const { classifiers, enforced } = stored
  return (
    <>
      <fieldset class="radio-list">
        <legend>{words.modeLabel}</legend>
        {(Object.keys(modes) as Mode[])
          .filter((mode) => mode !== 'off' || !enforced)
          .map((mode) => (
            <label key={mode}>
              <input
                type="radio"
                name="mode"
                value={mode}
                checked={policy.mode === mode}
                onChange={() => change({ mode })}
              />
              <span>
                <b>{mode}</b> {modes[mode].join(' ')}
              </span>
            </label>
          ))}
        <small class="hint">
          {words.classifiersLabel}
          {classifiers.join(', ') || words.classifiersNone}.{enforced && words.modeEnforced}
        </small>
      </fieldset>
      <label class="labelled">
        {words.scoreLabel}
        <input
          name="riskScoreThreshold"
          type="range"
          min={0}
          max={100}
          value={policy.riskScoreThreshold}
          onInput={({ currentTarget }) =>
            change({ riskScoreThreshold: Number(currentTarget.value) })
          }
        />
        <small>
          {fill(words.scoreText, {
            score: policy.riskScoreThreshold,
            meaning: describeScore(policy.riskScoreThreshold),
          })}
        </small>
      </label>
      <label class="labelled">
        {words.outageLabel}
        <Select
          name="failurePolicy"
          choices={{ closed: words.outageBlock, open: words.outageAllow }}
          value={policy.failurePolicy}
          onChoose={(failurePolicy) => change({ failurePolicy })}
        />
        <small>
          {policy.failurePolicy === 'closed' ? words.outageBlockHint : words.outageAllowHint}
        </small>
      </label>
      <label class="labelled">
        {words.overrideLabel}
        <Switch
          name="allowRequestOverrides"
          checked={policy.allowRequestOverrides}
          onSwitch={(allowRequestOverrides) => change({ allowRequestOverrides })}
        />
      </label>
    </>
  )
}

const describeScore = (score: number): string =>
  score <= 30 ? words.scoreStrict : score <= 70 ? words.scoreMedium : words.scoreLenient

const trimmed = (policy: Policy): Policy => ({
  ...policy,
  blacklist: listLines(policy.blacklist),
  whitelist: listLines(policy.whitelist),
})

function toPolicy(stored: Stored['data']) {
  const { riskScoreThreshold, blacklist, whitelist, blockedTlds } = stored
  const { failurePolicy, allowRequestOverrides } = stored
  const rules = { riskScoreThreshold, failurePolicy, allowRequestOverrides }
  return { mode: stored.mode as Mode, ...rules, blacklist, whitelist, blockedTlds }
}
