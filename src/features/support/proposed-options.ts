import { harmless, narrow, type Narrowing, type Narrowings } from '#kernel/narrow.ts'
import { isList } from '#base/json-values.ts'
import type { PageOptions } from '#pages/page-options.ts'

/** Formats by name that need no language model. */
const formatNames = new Set(['markdown', 'html', 'rawHtml', 'links', 'images', 'screenshot'])

const plainFormats: Narrowing<unknown> = (_asked, proposed) =>
  isList(proposed) && proposed.every((one) => typeof one === 'string' && formatNames.has(one))
    ? proposed
    : undefined

/**
 * What a model may propose: how long to wait for a page, what to keep of it, and how it is requested. Nothing that sends data of its
 * choice to a site, runs actions, uses a profile, weakens a check, or changes what is stored.
 */
const proposable: Narrowings<Record<string, unknown>> = {
  formats: plainFormats,
  onlyMainContent: harmless,
  includeTags: harmless,
  excludeTags: harmless,
  removeBase64Images: harmless,
  parsers: harmless,
  waitFor: harmless,
  timeout: harmless,
  mobile: harmless,
  location: harmless,
  fastMode: harmless,
  blockAds: harmless,
  proxy: harmless,
  maxAge: harmless,
} satisfies Partial<Record<keyof PageOptions, Narrowing<unknown>>>

/** The options of a model that it may propose, and the names of the others. */
export const proposedOptions = (given: Readonly<Record<string, unknown>>) =>
  narrow<Record<string, unknown>>(proposable, {}, given)
