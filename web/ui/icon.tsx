/** Paths on a grid of 16. */
const shapes = {
  overview: 'M2.5 9.5h4v4h-4zM2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM9.5 9.5h4v4h-4z',
  playground: 'm3 4 4 4-4 4M8.5 12.5h5',
  jobs: 'M2.5 4h11M2.5 8h11M2.5 12h6',
  monitors:
    'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  documents: 'M4 1.5h5l3.5 3.5v9.5H4zM9 1.5V5h3.5M6.5 8.5h4M6.5 11h4',
  sessions: 'M1.5 3h13v10h-13zM1.5 6h13M4 4.5h.01M6 4.5h.01',
  agent: 'M8 1.5v2M4 3.5h8v6H4zM6 6.5h.01M10 6.5h.01M2.5 14.5c0-2.5 2.5-3.5 5.5-3.5s5.5 1 5.5 3.5',
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  webhooks:
    'M5.5 7a3 3 0 1 1 4.6-2.5M6.8 6.6 4.5 11M10 12h-5M10.7 9.2A3 3 0 1 1 9 13M8 4.5l2.2 4.2',
  keys: 'M10 9.5a3.5 3.5 0 1 0-3.2-2L2.5 12v2h2v-1.5H6V11l1.3-1.3a3.5 3.5 0 0 0 2.7-.2ZM10.8 5.2h.01',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.8c1.6.5 2.5 1.9 2.5 3.7',
  settings: 'M2.5 4.5h5M11.5 4.5h2M9.5 6.5v-4M2.5 11.5h2M8.5 11.5h5M6.5 13.5v-4',
  docs: 'M8 3.5C6.5 2.3 4.5 2 2 2v10.5c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5V2c-2.5 0-4.5.3-6 1.5ZM8 3.5V14',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  check: 'm3 8.5 3.2 3L13 4.5',
  cross: 'm4 4 8 8M12 4l-8 8',
  right: 'm6 3.5 4.5 4.5L6 12.5',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  up: 'm3.5 10.5 4.5-4.5 4.5 4.5',
  play: 'M4.5 2.8v10.4L13 8z',
  pause: 'M5 3v10M11 3v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  warn: 'M8 2 1.5 13.5h13zM8 6.5V10M8 11.8h.01',
  spark: 'M8 1.5 9.5 6.5l5 1.5-5 1.5L8 14.5 6.5 9.5l-5-1.5 5-1.5z',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3l2 1.5',
  leave: 'M6 2.5H2.5v11H6M6.5 8h7M10.5 5l3 3-3 3',
  external: 'M6.5 3.5h-4v10h10v-4M9.5 2.5h4v4M13.5 2.5 7.5 8.5',
  picture: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 6h.01',
  plus: 'M8 3v10M3 8h10',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 10.5v3h11v-3',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M2.5 10.5v3h11v-3',
  link: 'M6.5 9.5l3-3M7 4.5l1-1a3.2 3.2 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3.2 3.2 0 0 1 3.5 8l1-1',
  shield: 'M8 1.5 13 3.5v4c0 3.5-2 5.7-5 7-3-1.3-5-3.5-5-7v-4z',
  reset: 'M3 8a5 5 0 1 0 1.7-3.8L3 6M3 2.5V6h3.5',
} as const

export type IconName = keyof typeof shapes

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
