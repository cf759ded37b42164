/** JSON, also with control characters, trailing commas and needless escapes; undefined for anything else. */
export function parseLoose(text: string): unknown {
  return parse(text) ?? parse(withoutControls(text)) ?? parse(mended(text))
}

const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')

const mended = (text: string): string =>
  withoutControls(text)
    .replaceAll(/,(?= {0,200}[}\]])/g, '')
    .replaceAll(/\\(?!["\\/bfnrtu])/g, '')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
