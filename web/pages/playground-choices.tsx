import { Icon } from '../ui/icon.tsx'
import { main, mainChoices, otherChoices, type Choice } from './operations.ts'
import * as words from '../words/en/playground.ts'
import * as terms from '../words/en/terms.ts'

/** The operations: the main ones as buttons, the others in a list. */
export function Choices(props: {
  choices: readonly Choice[]
  chosen: Choice
  onChoose: (key: string) => void
}) {
  const { choices, chosen, onChoose } = props
  const isOther = !mainChoices(choices).includes(chosen)
  return (
    <div class="choices">
      <div role="radiogroup" aria-label={terms.thingOperation}>
        {mainChoices(choices).map(({ key, label }) => (
          <label key={key}>
            <input
              type="radio"
              name="operation"
              checked={key === chosen.key}
              onChange={() => onChoose(key)}
            />
            <Icon name={main[key]?.icon ?? 'playground'} size={13} />
            {label}
          </label>
        ))}
      </div>
      <select
        aria-label={words.operationOthers}
        class={isOther ? 'is-chosen' : ''}
        value={isOther ? chosen.key : ''}
        onChange={(event) => event.currentTarget.value && onChoose(event.currentTarget.value)}
      >
        <option value="">{words.operationMore}</option>
        {[...otherChoices(choices)].map(([group, entries]) => (
          <optgroup key={group} label={group}>
            {entries.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
