import { z } from 'zod'
import { orByRules } from '#answers/answer.ts'
import { energies, tones, voiceOfPage } from '#answers/brand-voice.ts'
import { answerContext } from './derived-answer.ts'
import type { DerivationContext, Derived, Draft } from './derivation.ts'
import { defineFormat, refuseParsing } from './format.ts'
import { makePageForModel } from './model-input.ts'

const text = z.string().optional()
const number = z.number().optional()
const families = z.array(z.string()).readonly().optional()
const picture = z.string().nullable().optional()
const hex = text.meta({ description: 'For example `#0D6EFD`.' })

const Button = z
  .object({
    background: text,
    hoverBackground: hex,
    textColor: hex,
    borderColor: hex,
    borderRadius: text,
  })
  .optional()

/** The design of a page; every member is optional. See docs/branding.md. */
export const Branding = z
  .object({
    colorScheme: z.enum(['light', 'dark']).optional(),
    brandName: text,
    logo: picture.meta({ description: 'Address, or a data URL of a logo drawn in the page.' }),
    colors: z
      .object({
        primary: hex,
        secondary: hex,
        accent: hex,
        background: hex,
        textPrimary: hex,
        textSecondary: hex,
        link: hex,
        success: hex,
        warning: hex,
        error: hex,
      })
      .optional(),
    fonts: z
      .array(z.object({ family: z.string() }))
      .readonly()
      .optional()
      .meta({ description: 'By the amount of text in them.' }),
    typography: z
      .object({
        fontFamilies: z.object({ primary: text, heading: text, code: text }).optional(),
        fontStacks: z
          .object({ primary: families, heading: families, body: families, paragraph: families })
          .optional(),
        fontSizes: z.object({ h1: text, h2: text, h3: text, body: text, small: text }).optional(),
        fontWeights: z
          .object({ light: number, regular: number, medium: number, bold: number })
          .optional(),
        lineHeights: z.object({ heading: text, body: text }).optional(),
      })
      .optional(),
    spacing: z.object({ baseUnit: number, borderRadius: text }).optional(),
    components: z
      .object({
        buttonPrimary: Button,
        buttonSecondary: Button,
        input: z.object({ borderColor: hex, focusBorderColor: hex, borderRadius: text }).optional(),
      })
      .optional(),
    icons: z.object({ style: text, primaryColor: hex }).optional(),
    images: z.object({ logo: picture, favicon: picture, ogImage: picture }).optional(),
    animations: z.object({ transitionDuration: text, easing: text }).optional(),
    layout: z
      .object({
        grid: z.object({ columns: number, maxWidth: text }).optional(),
        headerHeight: text,
        footerHeight: text,
      })
      .optional(),
    tone: z
      .object({
        voice: text.meta({ description: 'How the texts sound. Needs a language model.' }),
        emojiUsage: z.enum(['none', 'rare', 'frequent']).optional(),
      })
      .optional(),
    personality: z
      .object({
        tone: z.enum(tones).optional(),
        energy: z.enum(energies).optional(),
        targetAudience: text,
      })
      .optional()
      .meta({ description: 'Needs a language model.' }),
  })
  .meta({
    id: 'Branding',
    description: 'Colors, fonts, logo and components as the page shows them.',
  })

export const branding = defineFormat({
  type: 'branding',
  summary: 'Colors, fonts, logo and other brand facts of the page. Needs a browser.',
  schema: undefined,
  members: { branding: Branding.optional() },
  source: 'browser',
  queries: () => [],
  derive: addVoice,
  parseRefusal: refuseParsing('branding'),
})

/** Adds to what the browser has read how the texts of the page sound; with a model only, and free. */
async function addVoice(
  draft: Draft,
  _format: unknown,
  context: DerivationContext,
): Promise<Derived<{ branding?: z.output<typeof Branding> }>> {
  const { branding: read } = draft.document
  if (!read) return {}
  const page = makePageForModel(draft)
  const emojiUsage = judgeEmojiUsage(page.material.markdown)
  const asked = answerContext(context)
  if (!asked) return { members: { branding: { ...read, tone: { emojiUsage } } } }
  const { value, warnings } = await orByRules(
    () => voiceOfPage(page, asked),
    async () => ({ value: undefined, warnings: ['branding has no voice.'], usedModel: false }),
    context.request.signal,
  )
  const personality = value && { personality: value.personality }
  return {
    members: { branding: { ...read, tone: { ...value?.tone, emojiUsage }, ...personality } },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  }
}

const rareShareMax = 0.01

function judgeEmojiUsage(text: string): 'none' | 'rare' | 'frequent' {
  const emojis = text.match(/\p{Emoji_Presentation}/gu)?.length ?? 0
  if (emojis === 0) return 'none'
  const words = text.split(/\s+/).length
  return emojis / words <= rareShareMax ? 'rare' : 'frequent'
}
