import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { withCode } from './with-code.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/shell.ts'
import * as terms from '../words/en/terms.ts'

export function Card(props: {
  title: string
  class?: string
  /** A link to the page with everything. */
  more?: string
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  const { title, more, actions, children } = props
  return (
    <section class={`card ${props.class ?? ''}`}>
      <header>
        <h2>{title}</h2>
        {more !== undefined && (
          <a href={more} aria-label={fill(words.cardShowLabel, { title })}>
            {words.cardShow}
            <Icon name="right" size={12} />
          </a>
        )}
        {actions}
      </header>
      {children}
    </section>
  )
}

/** What a page shows when there is nothing to show. */
export function Empty(props: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={props.icon} size={22} />
      <h2>{props.title}</h2>
      {props.children}
    </div>
  )
}

export function Failure({ children }: { children: ComponentChildren }) {
  return (
    <p class="notice bad" role="alert">
      <Icon name="warn" />
      <span>{typeof children === 'string' ? withCode(children) : children}</span>
    </p>
  )
}

export function Loading() {
  return (
    <p class="loading" role="status">
      {terms.stateLoading}
    </p>
  )
}

const states = {
  good: words.stateGood,
  warn: words.stateWarning,
  bad: terms.stateFailed,
  off: words.stateOff,
  info: terms.stateChanged,
} as const
export type DotState = keyof typeof states

export function Dot({ state, label }: { state: DotState; label?: string }) {
  return <i class={`dot ${state}`} role="img" aria-label={label ?? states[state]} />
}
