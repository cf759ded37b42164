import type { JsonSchema } from '#schemas/json-schema.ts'
import { toGrammar, toStrict } from './strict-schema.ts'
import { toModelFailure, type Attempts } from './create-attempts.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ModelMemory } from './model-memory.ts'
import { ModelError, type Message, type ModelAnswer, type StructureMode } from './model.ts'

interface StructuredCall {
  /** What the answer has to be; undefined when any object is one. */
  readonly wanted: JsonSchema | undefined
  readonly messages: readonly Message[]
  readonly outputTokensMax: number
  readonly caller: Caller
}

export type AskStructured = (call: StructuredCall) => Promise<ModelAnswer>

/**
 * Asks in the best structure mode that the server supports. Steps down only when the server says that it does not support a
 * mode, never for other failures.
 */
export function createAskStructured({
  attempts,
  memory,
}: {
  readonly attempts: Attempts
  readonly memory: ModelMemory
}): AskStructured {
  return async function askStructured({ wanted, messages, outputTokensMax, caller }) {
    for (;;) {
      const isGrammar = memory.takesGrammar()
      const strict = wanted && (isGrammar ? toGrammar(wanted) : toStrict(wanted))
      const modes = modesFor(strict, memory.modes())
      const [mode = 'text'] = modes
      try {
        return await attempts.ask(
          {
            messages: withSchema(messages, strict, mode),
            outputTokensMax,
            structure: { mode, schema: strict },
          },
          caller,
        )
      } catch (thrown) {
        if (!(thrown instanceof ModelError) || thrown.kind !== 'structure') throw thrown
        if (isGrammar && mode === 'schema' && isOnlyGrammar(wanted)) {
          memory.dropGrammar()
          continue
        }
        if (modes.length <= 1) throw toModelFailure(thrown)
        memory.drop(mode)
      }
    }
  }
}

/** Without a schema, only modes that need none. */
function modesFor(
  strict: JsonSchema | undefined,
  modes: readonly StructureMode[],
): readonly StructureMode[] {
  if (strict) return modes
  const free = modes.filter((mode) => mode === 'object' || mode === 'text')
  return free.length > 0 ? free : ['text']
}

/** In modes that do not send the schema to the server, the instructions contain it. */
function withSchema(
  messages: readonly Message[],
  strict: JsonSchema | undefined,
  mode: StructureMode,
): Message[] {
  if (mode === 'schema' || mode === 'tool') return [...messages]
  const instruction = strict
    ? `Answer with one JSON value that has this JSON Schema, and nothing else:\n${JSON.stringify(strict)}`
    : 'Answer with one JSON object, and nothing else.'
  return messages.map((message) =>
    message.role === 'system' ? { ...message, text: `${message.text}\n\n${instruction}` } : message,
  )
}

/** Whether a schema is sent in another form to servers that make grammars. */
const isOnlyGrammar = (wanted: JsonSchema | undefined): boolean =>
  wanted !== undefined && JSON.stringify(toGrammar(wanted)) !== JSON.stringify(toStrict(wanted))
