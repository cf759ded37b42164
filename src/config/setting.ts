import { z } from 'zod'

/** A setting: the environment variable that holds it, and the schema that checks it and describes its meaning. */
export interface Setting<Schema extends z.ZodType = z.ZodType, Variable = string> {
  readonly variable: Variable
  readonly schema: Schema
}

/** The settings of one module. */
export type Settings = Readonly<Record<string, Setting>>

export type ValuesOf<Group extends Settings> = {
  readonly [Name in keyof Group]: z.output<Group[Name]['schema']>
}

export const setting = <Variable extends string, Schema extends z.ZodType>(
  variable: Variable,
  schema: Schema,
): Setting<Schema, Variable> => ({ variable, schema })

interface Range {
  readonly min: number
  readonly max?: number
}

const wholeNumber = ({ min, max = Number.MAX_SAFE_INTEGER }: Range) =>
  z.coerce.number().int().min(min).max(max)

/** A whole number. */
export const countSetting = <Variable extends string>(
  variable: Variable,
  meaning: string,
  { fallback, ...range }: Range & { readonly fallback: number },
) => setting(variable, wholeNumber(range).default(fallback).describe(meaning))

/** A whole number that may be absent. */
export const optionalCountSetting = <Variable extends string>(
  variable: Variable,
  meaning: string,
  range: Range,
) => setting(variable, wholeNumber(range).optional().describe(meaning))

/** A text that may be absent; its lengths are in characters. */
export const optionalTextSetting = <Variable extends string>(
  variable: Variable,
  meaning: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: Partial<Range> = {},
) => setting(variable, z.string().min(min).max(max).optional().describe(meaning))

const webUrl = z.url({ protocol: /^https?$/ })

/** An http(s) URL that may be absent. */
export const optionalUrlSetting = <Variable extends string>(variable: Variable, meaning: string) =>
  setting(variable, webUrl.optional().describe(meaning))

const withoutEnd = (url: string) => url.replace(/(?<!\/)\/+$/, '')

/** An http(s) URL; slashes at its end are left out. */
export const baseUrlSetting = <Variable extends string>(
  variable: Variable,
  meaning: string,
  fallback: string,
) => setting(variable, webUrl.default(fallback).transform(withoutEnd).describe(meaning))

export const optionalBaseUrlSetting = <Variable extends string>(
  variable: Variable,
  meaning: string,
) => setting(variable, webUrl.transform(withoutEnd).optional().describe(meaning))

/** One of some words. */
export const choiceSetting = <Variable extends string, const Word extends string>(
  variable: Variable,
  meaning: string,
  { of: words, fallback }: { readonly of: readonly Word[]; readonly fallback: NoInfer<Word> },
) =>
  setting(
    variable,
    z
      .enum(words)
      .default(fallback as never)
      .describe(meaning),
  )

export const onOffSetting = <Variable extends string>(
  variable: Variable,
  meaning: string,
  fallback: 'on' | 'off',
) => choiceSetting(variable, meaning, { of: ['on', 'off'], fallback })

/** A number of bytes. */
export const bytes = (meaning: string) => z.coerce.number().int().min(0).describe(meaning)

/** A comma-separated list. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** A comma-separated list of addresses and address ranges. */
export const addressRanges = list.refine(
  (items) => items.every((item) => addressRange.safeParse(item).success),
  'must be addresses or ranges, for example 10.1.0.0/16 or fd00:1::/32',
)

const proxyProtocols = ['http:', 'https:', 'socks5:']

/** A comma-separated list of upstream proxies. */
export const proxyUrls = list.refine(
  (items) => items.every(isProxyUrl),
  'must be URLs that begin with http://, https:// or socks5://, each with two letters after # if it has a country',
)

function isProxyUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url?.hostname || !proxyProtocols.includes(url.protocol)) return false
  return url.hash.length === 0 || url.hash.length === '#de'.length
}
