import { shapes, type IconName } from './shapes.ts'

export type { IconName }

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const path = shapes[name]
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 56 56" fill="none" aria-hidden="true">
      <rect width="56" height="56" rx="15" fill="#0b6b74" />
      <path
        d="M8 21c5 0 5-5 10-5s5 5 10 5 5-5 10-5 5 5 10 5"
        stroke="#fff"
        stroke-width="4"
        stroke-linecap="round"
      />
      <path
        d="M16 30v11M28 30v11M40 30v11"
        stroke="#8ee3dc"
        stroke-width="4"
        stroke-linecap="round"
      />
    </svg>
  )
}
