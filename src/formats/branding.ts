import { z } from 'zod'
import { defineFormat, parseRefusalOf } from './format.ts'

const text = z.string().optional()
const number = z.number().optional()
const families = z.array(z.string()).readonly().optional()
const picture = z.string().nullable().optional()
const hex = text.meta({ description: 'For example `#0D6EFD`.' })

const Button = z
  .object({ background: text, textColor: hex, borderColor: hex, borderRadius: text })
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
  parseRefusal: parseRefusalOf('branding'),
})
