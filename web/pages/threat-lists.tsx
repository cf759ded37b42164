import { useId, useState } from 'preact/hooks'
import { listLines } from '../lines.ts'
import { IconButton } from '../ui/button.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/threat.ts'
import type { PolicyFields } from './threat.tsx'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

const entriesMax = 1_000
const mistakesMax = 5
const domain = /^(?:\*\.)?(?:[^\s./:@]+\.)+[^\s./:@]+\.?$/u
const topLevelDomain = /^[a-z0-9]{1,63}$/

const lists = {
  blacklist: [words.deniedLabel, words.deniedHint],
  whitelist: [words.allowedLabel, words.allowedHint],
} as const

/** Domains that are blocked or allowed, one per line. */
export function DomainLists({ policy, change }: PolicyFields) {
  return (
    <>
      {(['blacklist', 'whitelist'] as const).map((name) => (
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
            {lists[name][1]}{' '}
            {fill(words.listsCount, { number: listLines(policy[name]).length, most: entriesMax })}
          </small>
          {mistakesIn(policy[name]).map((text) => (
            <small key={text} class="bad-text">
              {text}
            </small>
          ))}
        </label>
      ))}
    </>
  )
}

/** Top-level domains as chips: Enter, a comma or a space adds one, Backspace in the empty field removes the last one. */
export function TldChips({ policy, change }: PolicyFields) {
  const id = useId()
  const [text, setText] = useState('')
  const chosen = policy.blockedTlds
  const typed = namesIn(text)
  const wrong = typed.find((name) => !topLevelDomain.test(name))
  const set = (names: readonly string[]) =>
    change({ blockedTlds: [...new Set(names)].slice(0, entriesMax) })
  const add = () => {
    if (typed.length === 0 || wrong !== undefined) return
    set([...chosen, ...typed])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') return set(chosen.slice(0, -1))
    if (![',', ' ', 'Enter'].includes(event.key) || text === '') return undefined
    event.preventDefault()
    return add()
  }
  return (
    <div class="labelled">
      <label for={id}>{words.tldsLabel}</label>
      {chosen.length > 0 && (
        <ul class="chip-list" aria-label={words.tldsLabel}>
          {chosen.map((name) => (
            <li key={name} class="chip">
              {name}
              <IconButton
                icon="cross"
                label={fill(terms.actionRemove, { name })}
                onClick={(event) => {
                  set(chosen.filter((one) => one !== name))
                  event.currentTarget.closest('.labelled')?.querySelector('input')?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        class="mono"
        spellcheck={false}
        autocapitalize="off"
        maxLength={8_192}
        placeholder={untranslated.tldsPlaceholder}
        aria-invalid={wrong !== undefined}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      <small>
        {words.tldsHint} {fill(words.listsCount, { number: chosen.length, most: entriesMax })}
      </small>
      {wrong !== undefined && (
        <small class="bad-text">{fill(words.tldsInvalid, { text: wrong })}</small>
      )}
    </div>
  )
}

/** The names in a text that was typed or pasted, without their dots. */
const namesIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((name) => name.replace(/^\./, ''))
    .filter(Boolean)

/** Lines that the service would refuse. */
const mistakesIn = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line, index) => {
      const text = line.trim()
      return text === '' || domain.test(text)
        ? []
        : [fill(words.listsInvalid, { line: index + 1, text })]
    })
    .slice(0, mistakesMax)
