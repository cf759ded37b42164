/** Languages of the console, each with a folder of words in `web/words/`. */
export const consoleLanguages = ['en', 'de', 'fr', 'es', 'ja', 'pt', 'zh'] as const
export type ConsoleLanguage = (typeof consoleLanguages)[number]

const isLanguage = (text: string): text is ConsoleLanguage =>
  consoleLanguages.some((known) => known === text)

/** The language of the setting in the cookie `weir-language`, or else the first of the browser that there is; English without one. */
export function chooseConsoleLanguage(
  cookies: string | undefined,
  acceptLanguage: string | undefined,
): ConsoleLanguage {
  const chosen = (cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim().split('='))
    .find(([name]) => name === 'weir-language')?.[1]
  if (chosen !== undefined && isLanguage(chosen)) return chosen
  return readAccepted(acceptLanguage ?? '').find(isLanguage) ?? 'en'
}

const acceptedMax = 20

/** `de-CH,fr;q=0.8` names `de`, then `fr`. */
function readAccepted(header: string): string[] {
  return header
    .split(',', acceptedMax)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { name: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ name }) => name)
}
