import { z } from 'zod'
import type { Answer, AnswerContext } from './answer.ts'
import { tokensLeft } from './ask-parts.ts'
import { numberedPassages } from './numbered-passages.ts'
import { aboutPage, pageMessage, pageRules, type PageForModel } from './page-material.ts'

export const tones = [
  'professional',
  'playful',
  'modern',
  'traditional',
  'minimalist',
  'bold',
] as const
export const energies = ['low', 'medium', 'high'] as const
const wordsMax = 300

const Voice = z.object({
  voice: z.string().max(wordsMax),
  tone: z.enum(tones),
  energy: z.enum(energies),
  targetAudience: z.string().max(wordsMax),
})

/** How the texts of a brand sound. */
export interface BrandVoice {
  readonly tone: { readonly voice: string }
  readonly personality: Omit<z.output<typeof Voice>, 'voice'>
}

const schema = {
  type: 'object',
  properties: {
    voice: { type: 'string', description: 'How the texts sound, in at most six words.' },
    tone: { enum: tones },
    energy: { enum: energies },
    targetAudience: {
      type: 'string',
      description: 'Whom the texts speak to, in at most ten words.',
    },
  },
  required: ['voice', 'tone', 'energy', 'targetAudience'],
}

const instructions = `You describe how the texts of a brand sound, from one of its web pages. ${pageRules}
Judge wording and style only. Do not repeat claims of the page.`

const textTokensMax = 3_000

/** How the texts of the page sound; undefined when the model gives no usable answer. */
export async function voiceOfPage(
  page: PageForModel,
  { model, caller }: AnswerContext,
): Promise<Answer<BrandVoice>> {
  const about = aboutPage(page)
  const room = Math.min(textTokensMax, await tokensLeft(model, `${instructions}${about}`))
  const wanted = { query: undefined, tokensMax: room }
  const passages = await numberedPassages(page.material, wanted, model)
  const texts = [
    'Describe the voice of the brand.',
    pageMessage('facts', about),
    pageMessage('passages', passages.text),
  ]
  const outcome = await model.askJson({ instructions, texts, schema }, caller)
  const parsed = outcome.state === 'answered' ? Voice.safeParse(outcome.value) : undefined
  if (!parsed?.success) {
    const warning = 'branding: the language model gave no usable description of the voice.'
    return { value: undefined, warnings: [warning], usedModel: true }
  }
  const { voice, ...personality } = parsed.data
  return { value: { tone: { voice }, personality }, warnings: [], usedModel: true }
}
