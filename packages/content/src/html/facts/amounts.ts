/** The first number of a shown text in any notation: `1.299,00` is 1299, `1,299.5` 1299.5, `12,5` 12.5. */
export function shownAmount(text: string): number | undefined {
  const [digits] = /\d[\d.,]*/.exec(text.slice(0, textLengthMax).replaceAll(/[\s'’]/g, '')) ?? []
  return digits === undefined ? undefined : toNumber(digits)
}

/** A number written for programs: a point is the decimal point. */
export function machineAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : shownAmount(text)
}

const textLengthMax = 200

function toNumber(digits: string): number | undefined {
  let text = /[.,]$/.test(digits) ? digits.slice(0, digits.search(/(?<![.,])[.,]+$/)) : digits
  const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (dot >= 0 && comma >= 0) {
    text = dot > comma ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.')
  } else if (comma >= 0) {
    text = /^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
  } else if (/^\d{1,3}(?:\.\d{3})+$/.test(text)) text = text.replaceAll('.', '')
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
