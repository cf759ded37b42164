/** The screen that pages are read for, in pixels. */
const screenWidth = 1280
const pixelsPerEm = 16

/**
 * Whether a media query applies to an ordinary screen; `conditional` where that depends on something else than its width. What is
 * shown in print is part of the page.
 */
export function appliesToScreen(query: string): 'applied' | 'conditional' | 'skipped' {
  const answers = query.split(',').map(judgeMediaQuery)
  if (answers.includes('applied')) return 'applied'
  return answers.includes('conditional') ? 'conditional' : 'skipped'
}

const width =
  /^\(\s{0,9}(?:(min|max)-width\s{0,9}:|width\s{0,9}([<>])=?)\s{0,9}([\d.]{1,8})\s{0,9}(px|em|rem)\s{0,9}\)$/

function judgeMediaQuery(query: string): 'applied' | 'conditional' | 'skipped' {
  const parts = query
    .trim()
    .split(/\band\b/)
    .map((part) => part.trim())
  let answer: 'applied' | 'conditional' = 'applied'
  for (const part of parts) {
    if (part === 'screen' || part === 'all' || part === 'only screen') continue
    const [, bound, sign, size, unit] = width.exec(part) ?? []
    if (size === undefined) answer = 'conditional'
    else {
      const pixels = Number(size) * (unit === 'px' ? 1 : pixelsPerEm)
      if (bound === 'min' || sign === '>' ? pixels > screenWidth : pixels < screenWidth)
        return 'skipped'
    }
  }
  return answer
}
