import { formatRecord } from '#formats/registry.ts'
import type { ReadOptions } from './options.ts'

interface Warned {
  readonly optionsWarning?: string
}

/** Under lockdown nothing is requested: what would need a request is left out, and a warning names it. */
export function withoutRequests<Options extends ReadOptions>(options: Options): Options & Warned {
  const { formats, profile } = options
  const media = formats.filter((format) => isMedia(format))
  if (!options.lockdown || (media.length === 0 && !profile)) return options
  const leftOut = [
    ...media.map(({ type }) => `the format ${type}`),
    ...(profile ? ['the profile'] : []),
  ]
  return {
    ...options,
    formats: formats.filter((format) => !isMedia(format)),
    profile: undefined,
    optionsWarning: `Lockdown sends no request; left out: ${leftOut.join(', ')}.`,
  }
}

const isMedia = ({ type }: ReadOptions['formats'][number]) => formatRecord(type).readsMedia
