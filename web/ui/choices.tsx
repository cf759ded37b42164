import type { LooseInputHTMLAttributes, SelectHTMLAttributes } from 'preact'

/** The text of each choice by its name; of a list the names are the texts. */
type Choices<Name extends string> = Readonly<Record<Name, string>> | readonly Name[]

const listEntries = <Name extends string>(choices: Choices<Name>) =>
  Object.entries(
    Array.isArray(choices) ? Object.fromEntries(choices.map((name) => [name, name])) : choices,
  ) as [Name, string][]

/** A select of named choices; `unset` is the text of the choice of none, which is ''. */
export function Select<Name extends string>(
  props: Omit<SelectHTMLAttributes, 'value' | 'onChange'> & {
    choices: Choices<Name>
    unset?: string
    value: Name
    onChoose: (name: Name) => void
  },
) {
  const { choices, unset, onChoose, ...others } = props
  return (
    <select
      {...(others as object)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Name)}
    >
      {unset !== undefined && <option value="">{unset}</option>}
      {listEntries(choices).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** Buttons of which one is pressed. */
export function Switcher<Name extends string>(props: {
  label: string
  choices: Choices<Name>
  value: Name
  onChoose: (name: Name) => void
}) {
  return (
    <div class="switcher" role="group" aria-label={props.label}>
      {listEntries(props.choices).map(([name, text]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === props.value}
          onClick={() => props.onChoose(name)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

type SwitchProps = Omit<LooseInputHTMLAttributes, 'onChange'> & {
  onSwitch?: (isOn: boolean) => void
}

export const Switch = ({ onSwitch, ...others }: SwitchProps) => (
  <input
    {...(others as object)}
    type="checkbox"
    role="switch"
    class="switch"
    {...(onSwitch && {
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        onSwitch(currentTarget.checked),
    })}
  />
)

/** A switch with its text. */
export const Toggle = ({ label, ...others }: SwitchProps & { label: string }) => (
  <label class="toggle">
    <Switch {...others} />
    {label}
  </label>
)
