import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

export interface Tab<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly count?: number
}

/** Tabs as the ARIA pattern describes them: arrow keys move, and the list is one stop in the tab order. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  onChange,
  children,
  look = 'line',
  actions,
}: {
  label: string
  tabs: readonly Tab<Name>[]
  current: Name
  onChange: (name: Name) => void
  children: ComponentChildren
  look?: 'line' | 'segments'
  /** Beside the tabs. */
  actions?: ComponentChildren
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const index = tabs.findIndex(({ name }) => name === current)
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step === undefined
            ? -1
            : (index + step + tabs.length) % tabs.length
    const tab = tabs[to]
    if (!tab) return
    event.preventDefault()
    onChange(tab.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <>
      <div class={`tab-row ${look}`}>
        <div
          role="tablist"
          aria-label={label}
          class={`tabs ${look}`}
          ref={list}
          onKeyDown={onKeyDown}
        >
          {tabs.map(({ name, label: text, count }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === current}
              aria-controls={`${id}-panel`}
              tabIndex={name === current ? 0 : -1}
              onClick={() => onChange(name)}
            >
              {text}
              {count !== undefined && <span class="count">{count}</span>}
            </button>
          ))}
        </div>
        {actions !== undefined && actions !== false && <div class="tab-actions">{actions}</div>}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        class="panel"
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}
