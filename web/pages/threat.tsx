import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import * as words from '../words/en/threat.ts'
import { ThreatTrial } from './threat-trial.tsx'

const path = '/v2/team/threat-protection'

interface Policy {
  readonly mode: 'off' | 'manual-only' | 'normal'
  readonly riskScoreThreshold: number
  readonly blacklist: readonly string[]
  readonly whitelist: readonly string[]
  readonly blockedTlds: readonly string[]
  readonly failurePolicy: 'closed' | 'open'
  readonly allowRequestOverrides: boolean
}

interface Stored {
  readonly data: Policy & {
    readonly updatedAt: string | null
    readonly enforced: boolean
    readonly classifiers: readonly string[]
  }
}

const modes: Readonly<Record<Policy['mode'], string>> = {
  off: words.nothingIsChecked,
  'manual-only': words.theListsOfThe,
  normal: words.theListsDecideFirst,
}

/** Which URLs the service may reach for the team. */
export function ThreatPage() {
  const { data, failure, reload } = useResource<Stored>(path)
  return (
    <div class="page">
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && failure === undefined && <Loading />}
      {data && may('member') && <ThreatTrial />}
      {data && <PolicyCard key={data.data.updatedAt} stored={data.data} onSaved={reload} />}
    </div>
  )
}

function PolicyCard({ stored, onSaved }: { stored: Stored['data']; onSaved: () => void }) {
  const { run, isBusy, notice } = useAction()
  const [changes, setChanges] = useState<Partial<Policy>>({})
  const policy: Policy = { ...policyOf(stored), ...changes }
  const change = (changed: Partial<Policy>) => setChanges({ ...changes, ...changed })
  const mayChange = may('admin')
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void run(async () => {
      await send('PUT', path, trimmed(policy))
      setChanges({})
      onSaved()
    })
  }
  return (
    <Card title={words.policy}>
      <form class="stack narrow-form" onSubmit={save}>
        {notice}
        <fieldset class="stack" disabled={!mayChange}>
          <RuleFields {...{ policy, change, stored }} />
          <ListFields {...{ policy, change }} />
        </fieldset>
        {mayChange ? (
          <div>
            <button
              type="submit"
              class="button"
              disabled={isBusy || Object.keys(changes).length === 0}
            >
              {words.save}
            </button>
          </div>
        ) : (
          <p class="hint">{words.anAdminOfThe}</p>
        )}
        {stored.updatedAt !== null && <p class="faint">{words.changed(ago(stored.updatedAt))}</p>}
      </form>
    </Card>
  )
}

interface Fields {
  readonly policy: Policy
  readonly change: (changed: Partial<Policy>) => void
}

function RuleFields({ policy, change, stored }: Fields & { stored: Stored['data'] }) {
  const { classifiers, enforced } = stored
  return (
    <>
      <label class="labelled">
        {words.mode}
        <select
          name="mode"
          value={policy.mode}
          onChange={({ currentTarget }) => change({ mode: currentTarget.value as Policy['mode'] })}
        >
          {Object.keys(modes)
            .filter((mode) => mode !== 'off' || !enforced)
            .map((mode) => (
              <option key={mode}>{mode}</option>
            ))}
        </select>
        <small>
          {words.classifiers(modes[policy.mode])}
          {classifiers.join(', ') || words.noneAreConfigured}.
          {enforced && words.theOperatorHasEnforced}
        </small>
      </label>
      <label class="labelled">
        {words.scoreThatBlocks}
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
          {words.scoreText(policy.riskScoreThreshold, meaningOf(policy.riskScoreThreshold))}
        </small>
      </label>
      <label class="labelled">
        {words.whenAClassifierFails}
        <select
          name="failurePolicy"
          value={policy.failurePolicy}
          onChange={({ currentTarget }) =>
            change({ failurePolicy: currentTarget.value as Policy['failurePolicy'] })
          }
        >
          <option value="closed">{words.block}</option>
          <option value="open">{words.allow}</option>
        </select>
        <small>{policy.failurePolicy === 'closed' ? words.closedMeans : words.openMeans}</small>
      </label>
      <label class="labelled">
        {words.requestsMayOverrideThe}
        <input
          name="allowRequestOverrides"
          type="checkbox"
          role="switch"
          class="switch"
          checked={policy.allowRequestOverrides}
          onChange={({ currentTarget }) => change({ allowRequestOverrides: currentTarget.checked })}
        />
      </label>
    </>
  )
}

const lists = {
  blacklist: [words.blockedDomains, words.onePerLineExample],
  whitelist: [words.allowedDomains, words.allowedWhateverTheOther],
  blockedTlds: [words.blockedTopLevelDomains, words.onePerLineSuch],
} as const

function ListFields({ policy, change }: Fields) {
  return (
    <>
      {(['blacklist', 'whitelist', 'blockedTlds'] as const).map((name) => (
        <label key={name} class="labelled">
          {lists[name][0]}
          <textarea
            name={name}
            class="mono"
            rows={3}
            spellcheck={false}
            maxLength={256_000}
            value={policy[name].join('\n')}
            onInput={({ currentTarget }) => change({ [name]: currentTarget.value.split('\n') })}
          />
          <small>
            {lists[name][1]} {words.entriesOf(linesOf(policy[name]).length, entriesMax)}
          </small>
          {mistakesIn(name, policy[name]).map((text) => (
            <small key={text} class="bad-text">
              {text}
            </small>
          ))}
        </label>
      ))}
    </>
  )
}

const entriesMax = 1_000
const mistakesMax = 5
const entry = {
  blacklist: /^(?:\*\.)?(?:[^\s./:@]+\.)+[^\s./:@]+\.?$/u,
  whitelist: /^(?:\*\.)?(?:[^\s./:@]+\.)+[^\s./:@]+\.?$/u,
  blockedTlds: /^\.?[^\s./:@]+$/u,
} as const

/** Lines that the service would refuse. */
const mistakesIn = (name: keyof typeof entry, lines: readonly string[]): string[] =>
  lines
    .flatMap((line, index) => {
      const text = line.trim()
      return text === '' || entry[name].test(text) ? [] : [words.notADomain(index + 1, text)]
    })
    .slice(0, mistakesMax)

const meaningOf = (score: number): string =>
  score <= 30 ? words.blocksAllDoubt : score <= 70 ? words.blocksLikely : words.blocksKnown

const linesOf = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean)

const trimmed = (policy: Policy): Policy => ({
  ...policy,
  blacklist: linesOf(policy.blacklist),
  whitelist: linesOf(policy.whitelist),
  blockedTlds: linesOf(policy.blockedTlds),
})

function policyOf({
  updatedAt: _updatedAt,
  enforced: _enforced,
  classifiers: _classifiers,
  ...stored
}: Stored['data']): Policy {
  const { mode, riskScoreThreshold, blacklist, whitelist, blockedTlds } = stored
  const { failurePolicy, allowRequestOverrides } = stored
  const rules = { mode, riskScoreThreshold, failurePolicy, allowRequestOverrides }
  return { ...rules, blacklist, whitelist, blockedTlds }
}
