import type { JSX } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { formatNumber } from '../format.ts'
import * as terms from '../words/en/terms.ts'

export interface Series {
  readonly label: string
  readonly values: readonly number[]
}

interface ChartProps {
  readonly label: string
  readonly names: readonly string[]
  readonly series: readonly Series[]
  /** What each bar is for: a day, unless another word says it. */
  readonly unit?: string
}

const height = 216
const left = 44
const right = 4
const top = 10
const bottom = 24
const plotHeight = height - top - bottom
const widthMin = 260
const tipWidth = 176

/** Stacked bars. The pointer or the arrow keys choose one of them; readers get the same numbers as a table. */
export function StackedBars(props: ChartProps) {
  const { label, names, series } = props
  const { frame, width } = useWidth()
  const [chosen, setChosen] = useState<number>()
  const id = useId()
  const totals = names.map((_, index) => totalAt(series, index))
  const slot = (width - left - right) / names.length
  const move = (by: number) =>
    setChosen((now) => Math.min(names.length - 1, Math.max(0, (now ?? names.length) + by)))
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
  return (
    <div class="chart" ref={frame}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={label}
        aria-describedby={id}
        tabIndex={0}
        onKeyDown={(event) => {
          const step = steps[event.key]
          if (event.key === 'Escape') setChosen(undefined)
          if (step === undefined) return
          event.preventDefault()
          move(step)
        }}
        onBlur={() => setChosen(undefined)}
        onPointerLeave={() => setChosen(undefined)}
        onPointerMove={(event) => {
          const x = event.clientX - event.currentTarget.getBoundingClientRect().left
          const index = Math.floor((x - left) / slot)
          setChosen(index >= 0 && index < names.length ? index : undefined)
        }}
      >
        <Bars {...props} width={width} slot={slot} totals={totals} chosen={chosen} />
      </svg>
      {chosen !== undefined && (
        <Tip {...props} chosen={chosen} x={left + chosen * slot + slot / 2} width={width} />
      )}
      <ul class="legend" aria-hidden="true">
        {series.map(({ label: text }, row) => (
          <li key={text}>
            <i style={{ background: `var(--series-${row + 1})` }} />
            {text}
          </li>
        ))}
      </ul>
      <NumberTable id={id} {...props} />
    </div>
  )
}

/** Width of an element, also when it changes. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(640)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(widthMin, entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, width }
}

function totalAt(series: readonly Series[], index: number): number {
  let total = 0
  for (const { values } of series) total += values[index] ?? 0
  return total
}

interface BarsProps extends ChartProps {
  readonly width: number
  readonly slot: number
  readonly totals: readonly number[]
  readonly chosen: number | undefined
}

function Bars({ names, series, width, slot, totals, chosen }: BarsProps) {
  const step = Math.max(1, niceStep(Math.max(1, ...totals) / 4))
  const ceiling = Math.ceil(Math.max(1, ...totals) / step) * step
  const y = (value: number) => top + plotHeight * (1 - value / ceiling)
  const every = Math.ceil(names.length / Math.max(2, Math.floor(width / 92)))
  const lines = Array.from({ length: Math.round(ceiling / step) + 1 }, (_, index) => index * step)
  return (
    <>
      {lines.map((value) => (
        <g key={value}>
          <line x1={left} x2={width - right} y1={y(value)} y2={y(value)} class="grid" />
          <text x={left - 8} y={y(value)} dy="0.32em" text-anchor="end" class="tick">
            {short(value)}
          </text>
        </g>
      ))}
      {chosen !== undefined && (
        <rect
          x={left + chosen * slot}
          y={top}
          width={slot}
          height={plotHeight}
          class="band"
          rx="4"
        />
      )}
      {names.map((name, index) => (
        <g key={name} class={chosen === undefined || chosen === index ? undefined : 'pale'}>
          {columnsAt(series, index, { y, slot })}
          {index % every === 0 && (
            <text x={left + (index + 0.5) * slot} y={height - 6} text-anchor="middle" class="tick">
              {name}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

interface Scale {
  readonly y: (value: number) => number
  readonly slot: number
}

/** The parts of one bar, from the bottom. */
function columnsAt(series: readonly Series[], index: number, { y, slot }: Scale): JSX.Element[] {
  const width = Math.max(2, Math.min(22, slot * 0.66))
  const x = left + index * slot + (slot - width) / 2
  const shown = series
    .map(({ values }, row) => ({ row, value: values[index] ?? 0 }))
    .filter(({ value }) => value > 0)
  let sum = 0
  return shown.map(({ row, value }, order) => {
    const from = y(sum)
    sum += value
    const isTop = order === shown.length - 1
    const tall = Math.max(0.5, from - y(sum) - (isTop ? 0 : 1))
    const round = isTop ? Math.min(3, tall) : 0
    const path = `M${x} ${from}V${from - tall + round}q0 ${-round} ${round} ${-round}H${x + width - round}q${round} 0 ${round} ${round}V${from}Z`
    return <path key={row} d={path} style={{ fill: `var(--series-${row + 1})` }} />
  })
}

function Tip(props: ChartProps & { chosen: number; x: number; width: number }) {
  const { names, series, chosen, x, width } = props
  const offset = Math.min(width - tipWidth, Math.max(0, x - tipWidth / 2))
  return (
    <div class="tip" style={{ left: `${offset}px` }}>
      <strong>
        {names[chosen]}
        <span>{formatNumber(totalAt(series, chosen))}</span>
      </strong>
      {series.map(({ label, values }, row) => (
        <div key={label}>
          <i style={{ background: `var(--series-${row + 1})` }} />
          {label}
          <span>{formatNumber(values[chosen] ?? 0)}</span>
        </div>
      ))}
    </div>
  )
}

function NumberTable({
  id,
  label,
  names,
  series,
  unit = terms.thingDay,
}: ChartProps & { id: string }) {
  return (
    <table id={id} class="unseen">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          {series.map(({ label: text }) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map(({ label: text, values }) => (
              <td key={text}>{values[index] ?? 0}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sparkWidth = 112
const sparkHeight = 34

/** A line without axes, beside a figure that says the same. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const peak = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * sparkWidth
    return `${x.toFixed(1)} ${(sparkHeight - 3 - (value / peak) * (sparkHeight - 7)).toFixed(1)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg
      class="spark"
      width={sparkWidth}
      height={sparkHeight}
      viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`${line}L${sparkWidth} ${sparkHeight}L0 ${sparkHeight}Z`} class="under" />
      <path d={line} class="line" />
    </svg>
  )
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
}

const short = (value: number) =>
  value >= 1_000 ? `${Number((value / 1_000).toFixed(1))}k` : String(value)
