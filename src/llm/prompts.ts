import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
} from '@ai-sdk/provider'
import { readJson } from './read-json.ts'
import type { Message, ModelCall, ToolCall, ToolDeclaration } from './model.ts'

/** Messages and tools in the form of the provider packages. */

export function toPrompt({
  role,
  text,
  calls = [],
  results = [],
}: Message): LanguageModelV4Message {
  if (role === 'system') return { role, content: text }
  if (role === 'user') return { role, content: [{ type: 'text', text }] }
  if (role === 'assistant') {
    const said = text === '' ? [] : [{ type: 'text' as const, text }]
    return { role, content: [...said, ...calls.map(toCallPart)] }
  }
  return {
    role,
    content: results.map(({ id, name, text: value }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output: { type: 'text', value },
    })),
  }
}

/** Providers accept only objects as the input of an earlier call. */
function toCallPart({ id, name, input, metadata }: ToolCall) {
  const { value } = readJson(input) ?? {}
  return {
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: typeof value === 'object' && value !== null ? value : {},
    ...(metadata && { providerOptions: metadata }),
  }
}

export function toolOptions(
  tools: readonly ToolDeclaration[],
  mustCall: string | undefined,
): Partial<LanguageModelV4CallOptions> {
  return {
    // One that must be called is offered alone: plain servers take no name as the choice.
    tools: tools
      .filter(({ name }) => mustCall === undefined || name === mustCall)
      .map(({ name, description, input }) => ({
        type: 'function',
        name,
        description,
        inputSchema: input,
      })),
    toolChoice: { type: mustCall === undefined ? 'auto' : 'required' },
  }
}

/**
 * The calls of an answer. Their ids are numbered through the conversation, because some servers give none or the same ones
 * again; nine letters and digits are valid everywhere.
 */
export function makeCalls(
  { content }: LanguageModelV4GenerateResult,
  { messages }: Pick<ModelCall, 'messages'>,
): ToolCall[] {
  const earlier = messages.reduce((sum, { calls = [] }) => sum + calls.length, 0)
  return content
    .flatMap((part) => (part.type === 'tool-call' ? [part] : []))
    .map(({ toolName: name, input, providerMetadata }, index) => ({
      id: `call${String(earlier + index).padStart(idDigits, '0')}`,
      name,
      input,
      ...(providerMetadata && { metadata: providerMetadata }),
    }))
}

const idDigits = 5
