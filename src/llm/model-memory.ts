import type { StructureMode } from './model.ts'

/** What has been learned about a model. Forgotten after an hour, because models and servers are replaced. */
export interface ModelMemory {
  readonly contextTokens: number
  /** The server sees no more than this. */
  limitContext(tokens: number): void
  /** Modes to try, the best first. */
  modes(): readonly StructureMode[]
  /** The server does not support the mode. */
  drop(mode: StructureMode): void
  /** Whether the server is sent schemas for a grammar. */
  takesGrammar(): boolean
  /** The server refuses them. */
  dropGrammar(): void
}

const modesByStrength: readonly StructureMode[] = ['schema', 'object', 'tool', 'text']
const rememberMs = 3_600_000
const contextTokensMin = 1_024

export function createModelMemory(options: {
  readonly contextTokens: number
  readonly structure: StructureMode | 'auto'
  readonly takesGrammar?: boolean
  readonly now?: () => number
}): ModelMemory {
  const { structure, takesGrammar = false, now = () => performance.now() } = options
  const known = structure === 'auto' ? modesByStrength : [structure]
  let contextTokens = options.contextTokens
  let modes = known
  let isGrammar = takesGrammar
  let expiresAtMs = Infinity

  function forgetOld(): void {
    if (now() < expiresAtMs) return
    contextTokens = options.contextTokens
    modes = known
    isGrammar = takesGrammar
    expiresAtMs = Infinity
  }

  const remember = () => (expiresAtMs = Math.min(expiresAtMs, now() + rememberMs))

  return {
    get contextTokens() {
      forgetOld()
      return contextTokens
    },
    limitContext(tokens) {
      contextTokens = Math.min(contextTokens, Math.max(contextTokensMin, Math.floor(tokens)))
      remember()
    },
    modes() {
      forgetOld()
      return modes
    },
    takesGrammar() {
      forgetOld()
      return isGrammar
    },
    dropGrammar() {
      isGrammar = false
      remember()
    },
    drop(mode) {
      const rest = modes.filter((other) => other !== mode)
      // The last one is kept: without it there would be no way to ask.
      if (rest.length > 0) modes = rest
      remember()
    },
  }
}
