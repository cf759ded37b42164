import { oneLine } from '#base/one-line.ts'
import type { Terminal } from './terminal.ts'

/** The members of an event of the trace that are shown. */
export interface TraceEvent {
  readonly type: string
  readonly eventId: string
  readonly agent: { readonly role: string; readonly name: string }
  readonly toolName?: string
  readonly parameters?: unknown
  readonly message?: string
  readonly text?: string
}

const lengthMax = 120

/** Prints each event once, as a line; those of readers are indented. */
export function createShowSteps({ note, paint }: Pick<Terminal, 'note' | 'paint'>) {
  const shown = new Set<string>()
  return function showSteps(events: readonly TraceEvent[]): void {
    for (const event of events) {
      if (shown.has(event.eventId)) continue
      shown.add(event.eventId)
      const indent = event.agent.role === 'subagent' ? '    ' : '  '
      const line = describeStep(event)
      if (line !== undefined)
        note(`${indent}${event.type === 'reasoning.summary' ? paint.dim(line) : line}`)
    }
  }
}

function describeStep({
  type,
  toolName = '',
  parameters,
  message,
  text,
}: TraceEvent): string | undefined {
  if (type === 'tool_call.started' && toolName !== 'plan')
    return `${toolName} ${inLine(parameters)}`
  if (type === 'progress.reported') return short(message ?? '')
  return type === 'reasoning.summary' ? short(text ?? '') : undefined
}

/** The parameters of a call, without the braces and quotes of JSON. */
function inLine(parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return ''
  const parts = Object.entries(parameters).map(([name, value]) =>
    typeof value === 'string' && (name === 'url' || name === 'query')
      ? value
      : `${name}: ${JSON.stringify(value)}`,
  )
  return short(parts.join(', '))
}

function short(text: string): string {
  const line = oneLine(text)
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1)}…`
}
