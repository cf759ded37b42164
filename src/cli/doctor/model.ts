import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const subject = 'language model'
const guide = 'docs/guides/language-models.md shows how to set one up.'

/** Checks the configuration without a request. */
export function checkModel({ llm: { provider, model, url } }: Config): DoctorFinding {
  if (provider === undefined) {
    const text = 'none: json, summary, question and highlights are made by rules'
    return { subject, state: 'note', text, mend: guide }
  }
  if (model === undefined) {
    const text = 'WEIR_LLM_PROVIDER is set without WEIR_LLM_MODEL'
    return { subject, state: 'missing', text, mend: 'Set WEIR_LLM_MODEL to the name of the model.' }
  }
  if (provider === 'compatible' && url === undefined) {
    const text = 'WEIR_LLM_PROVIDER=compatible is set without WEIR_LLM_URL'
    return {
      subject,
      state: 'missing',
      text,
      mend: 'Set WEIR_LLM_URL to the base URL of the server.',
    }
  }
  return { subject, state: 'ok', text: `${provider}, ${model}; "weir doctor --model" asks it` }
}

/** Estimated tokens of a typical page, and of a response with a few fields. */
const typicalPage = { input: 3_000, output: 300 }
const tokensPriced = 1_000_000

/** A model that takes longer for one call is too slow for requests, too. */
const callMsMax = 120_000

interface Watch {
  /** Shows what is done; `''` when it has ended. */
  readonly progress?: (line: string) => void
  readonly callMsMax?: number
}

/** Asks the model. */
export async function askModel(
  config: Config,
  interrupted: AbortSignal,
  { progress, ...limits }: Watch = {},
): Promise<DoctorFinding[]> {
  const configured = checkModel(config)
  if (configured.state !== 'ok') return [{ ...configured, state: 'missing' }]
  const { chooseLlmUrl, probeConfiguredModel } = await import('#compose-terminal.ts')
  const url = chooseLlmUrl(config) ?? ''
  const onCall = (line: string) => progress?.(line)
  const watch = { onCall, callMsMax, ...limits }
  const probe = await probeConfiguredModel(config, interrupted, watch).finally(() => onCall(''))
  const name = `${config.llm.provider}, ${config.llm.model}`
  if (probe.failure !== undefined) {
    const text = `${name} at ${url} does not answer (${probe.failure})`
    return [{ subject, state: 'missing', text, mend: mends[probe.failure] }]
  }
  return [
    { subject, state: 'ok', text: `${name} at ${url} answered in ${probe.answerMs} ms` },
    structure(probe.modes),
    context(config.llm.contextTokens, probe),
    priceOfPage(config, probe),
  ]
}

type Probe = Awaited<ReturnType<(typeof import('#compose-terminal.ts'))['probeConfiguredModel']>>

const mends: Readonly<Record<NonNullable<Probe['failure']>, string>> = {
  spent: 'The question took too many calls.',
  busy: 'The server asks for fewer requests. Wait, or check the limits of the account.',
  server: 'The server failed. Read its log.',
  connection: 'Start the server, or correct WEIR_LLM_URL.',
  broken: 'This is no server of this API. Check WEIR_LLM_PROVIDER and WEIR_LLM_URL.',
  structure: 'The server does not accept the request. Check WEIR_LLM_PROVIDER.',
  temperature: 'The model does not accept the request. Check WEIR_LLM_MODEL.',
  length: 'The prompt is too long for the model. Lower WEIR_LLM_CONTEXT.',
  rejected: 'Check WEIR_LLM_KEY, WEIR_LLM_MODEL and WEIR_LLM_URL.',
  late: 'The server takes too long.',
}

function structure(modes: Probe['modes']): DoctorFinding {
  const [used] = modes
  if (used !== undefined) {
    const text = `JSON by ${used}; works: ${modes.join(', ')}`
    return { subject: 'structure', state: 'ok', text }
  }
  const mend = 'Use a larger model: json needs one that can write JSON.'
  return { subject: 'structure', state: 'missing', text: 'no mode gave valid JSON', mend }
}

/** The model's own count of a long text tells how many tokens a page takes. */
function priceOfPage({ llm: { inputPrice, outputPrice } }: Config, probe: Probe): DoctorFinding {
  const { countedTokens, estimatedTokens } = probe
  const isWhole = seesWhole(probe) && countedTokens !== undefined
  const ratio = isWhole ? countedTokens / estimatedTokens : 1
  const [input, output] = [typicalPage.input, typicalPage.output].map((tokens) =>
    Math.round(tokens * ratio),
  ) as [number, number]
  const subject = 'price per page'
  const tokens = `a typical page takes about ${input} tokens in and ${output} out`
  if (inputPrice === undefined || outputPrice === undefined) {
    const mend = 'Set WEIR_LLM_INPUT_PRICE and WEIR_LLM_OUTPUT_PRICE to see what it costs.'
    return { subject, state: 'note', text: tokens, mend }
  }
  const price = (input * inputPrice + output * outputPrice) / tokensPriced
  const text = `about ${Number(price.toPrecision(2))} in the currency of WEIR_LLM_INPUT_PRICE: ${tokens}`
  return { subject, state: 'note', text }
}

/** Whether the model was shown the beginning of a long prompt and counted about as many tokens as it should have. */
const seesWhole = ({ sawBeginning, countedTokens, estimatedTokens }: Probe): boolean =>
  sawBeginning && (countedTokens ?? estimatedTokens) >= estimatedTokens * 0.5

function context(contextTokens: number, probe: Probe): DoctorFinding {
  const { countedTokens, estimatedTokens } = probe
  const counted = countedTokens === undefined ? 'an unknown number of' : String(countedTokens)
  if (probe.contextFailure === 'late') {
    const late = `no answer in time to a prompt of about ${estimatedTokens} tokens`
    const mend = 'Lower WEIR_LLM_CONTEXT, or use a faster server: long pages would be late too.'
    return { subject: 'context', state: 'missing', text: late, mend }
  }
  const text = `of a prompt of about ${estimatedTokens} tokens, the model saw ${counted}`
  if (seesWhole(probe))
    return { subject: 'context', state: 'ok', text: `${text}; ${contextTokens} is right` }
  const mend =
    'The server cuts prompts. Lower WEIR_LLM_CONTEXT, or raise the context of the server.'
  return { subject: 'context', state: 'missing', text, mend }
}
