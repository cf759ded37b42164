import type { ButtonHTMLAttributes } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = Omit<ButtonHTMLAttributes, 'class' | 'icon' | 'label'> & {
  /** Beside the class of all buttons. */
  class?: string
}

/** A button with a text, and an icon before it. */
export function Button(props: ButtonProps & { icon?: IconName }) {
  const { class: look = '', icon, children, ...others } = props
  return (
    <button type="button" class={`button ${look}`} {...others}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}

/** A button that shows an icon; `label` is its name. */
export function IconButton(props: ButtonProps & { icon: IconName; label: string; size?: number }) {
  const { class: look = '', icon, label, size = 13, ...others } = props
  return (
    <button type="button" class={`icon-button ${look}`} aria-label={label} {...others}>
      <Icon name={icon} size={size} />
    </button>
  )
}
