import { useState } from 'preact/hooks'
import { listLines } from '../lines.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ElementPicker } from './element-picker.tsx'
import { StepList, StepRecorder } from './step-recorder.tsx'
import type { Picked } from './page-picture.tsx'
import {
  conditions,
  makeRule,
  needsValue,
  typeNames,
  type Rule,
  type WatchFields,
} from './monitor-rules.ts'
import { Select } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as pickerWords from '../words/en/element-picker.ts'
import * as words from '../words/en/monitor-rules.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

interface Props {
  readonly watch: WatchFields
  readonly onChange: (watch: WatchFields) => void
}

/** What of the pages is watched, and when a change is reported. */
export function WatchInputs({
  watch,
  url,
  onChange,
}: Props & { readonly url: string | undefined }) {
  const isPart = watch.include + watch.exclude + watch.ignoreText !== ''
  const [isPicking, setPicking] = useState(false)
  const [isRecording, setRecording] = useState(false)
  const setSteps = (actions: WatchFields['actions']) => onChange({ ...watch, actions })
  return (
    <>
      <div class="toolbar">
        <Button icon="target" disabled={url === undefined} onClick={() => setPicking(true)}>
          {pickerWords.pickerOpen}
        </Button>
        <Button icon="play" disabled={url === undefined} onClick={() => setRecording(true)}>
          {pickerWords.stepsOpen}
        </Button>
        <small class="faint">
          {url === undefined ? pickerWords.pickerNeedsUrl : pickerWords.pickerHint}
        </small>
      </div>
      <StepList steps={watch.actions} onChange={setSteps} />
      {isRecording && url !== undefined && (
        <StepRecorder
          url={url}
          start={watch.actions}
          onClose={() => setRecording(false)}
          onDone={(actions) => {
            setRecording(false)
            setSteps(actions)
          }}
        />
      )}
      {isPicking && url !== undefined && (
        <ElementPicker
          url={url}
          steps={watch.actions}
          start={listPicked(watch)}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false)
            onChange({ ...watch, ...writePicked(picked) })
          }}
        />
      )}
      <details class="more-settings" open={isPart}>
        <summary>{words.partTitle}</summary>
        <div class="stack">
          <Lines
            label={words.includeLabel}
            hint={words.includeHint}
            placeholder={untranslated.includePlaceholder}
            value={watch.include}
            onChange={(include) => onChange({ ...watch, include })}
          />
          <Lines
            label={terms.actionLeaveOut}
            placeholder={untranslated.excludePlaceholder}
            value={watch.exclude}
            onChange={(exclude) => onChange({ ...watch, exclude })}
          />
          <Lines
            label={words.ignoreLabel}
            hint={words.ignoreHint}
            placeholder={untranslated.ignorePlaceholder}
            value={watch.ignoreText}
            onChange={(ignoreText) => onChange({ ...watch, ignoreText })}
          />
        </div>
      </details>
      <Rules watch={watch} onChange={onChange} />
    </>
  )
}

const listPicked = ({ include, exclude }: WatchFields): Picked =>
  new Map([
    ...listLines(include).map((selector) => [selector, 'watch'] as const),
    ...listLines(exclude).map((selector) => [selector, 'leaveOut'] as const),
  ])

function writePicked(picked: Picked): Pick<WatchFields, 'include' | 'exclude'> {
  const list = (wanted: string) =>
    [...picked].flatMap(([selector, use]) => (use === wanted ? selector : [])).join('\n')
  return { include: list('watch'), exclude: list('leaveOut') }
}

function Lines(props: {
  label: string
  hint?: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <label class="labelled">
      {props.label}
      <textarea
        rows={2}
        class="mono"
        spellcheck={false}
        placeholder={props.placeholder}
        value={props.value}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      {props.hint !== undefined && <small>{props.hint}</small>}
    </label>
  )
}

function Rules({ watch, onChange }: Props) {
  const { rules } = watch
  const write = (next: readonly Rule[]) => onChange({ ...watch, rules: next })
  const change = (at: number, rule: Rule) => write(rules.with(at, rule))
  return (
    <fieldset class="rules">
      <legend>{words.rulesTitle}</legend>
      {rules.map((rule, at) => (
        <RuleInputs
          key={at}
          rule={rule}
          number={at + 1}
          onChange={(next) => change(at, next)}
          onRemove={() => write(rules.toSpliced(at, 1))}
        />
      ))}
      <div class="toolbar">
        <Button class="small" icon="plus" onClick={() => write([...rules, makeRule('price')])}>
          {words.rulesAdd}
        </Button>
        <small class="faint">{words.rulesHint}</small>
      </div>
    </fieldset>
  )
}

function RuleInputs(props: {
  rule: Rule
  number: number
  onChange: (rule: Rule) => void
  onRemove: () => void
}) {
  const { rule, number, onChange, onRemove } = props
  return (
    <div class="rule">
      <Select
        aria-label={fill(words.rulesType, { rule: number })}
        choices={typeNames}
        value={rule.type}
        onChoose={(type) => onChange(makeRule(type))}
      />
      <Select<string>
        aria-label={fill(words.rulesWhen, { rule: number })}
        choices={conditions[rule.type]}
        value={rule.when}
        onChoose={(when) => onChange({ ...rule, when })}
      />
      {needsValue(rule) && (
        <input
          type="number"
          step="any"
          required
          aria-label={fill(words.rulesValue, { rule: number })}
          value={rule.value ?? ''}
          onInput={({ currentTarget }) => {
            const { value: _, ...rest } = rule
            const value = currentTarget.valueAsNumber
            onChange(Number.isNaN(value) ? rest : { ...rest, value })
          }}
        />
      )}
      {rule.type === 'number' && (
        <input
          aria-label={fill(words.rulesAfter, { rule: number })}
          placeholder={words.rulesAfterPlaceholder}
          maxLength={256}
          value={rule.after ?? ''}
          onInput={({ currentTarget }) => onChange({ ...rule, after: currentTarget.value })}
        />
      )}
      {rule.type === 'text' && (
        <input
          required
          aria-label={fill(words.rulesText, { rule: number })}
          placeholder={words.rulesTextPlaceholder}
          maxLength={256}
          value={rule.text ?? ''}
          onInput={({ currentTarget }) => onChange({ ...rule, text: currentTarget.value })}
        />
      )}
      <IconButton
        icon="cross"
        label={fill(words.rulesRemove, { rule: number })}
        size={16}
        onClick={onRemove}
      />
    </div>
  )
}
