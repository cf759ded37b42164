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

const width = /^\(\s*(min|max)-width\s*:\s*([\d.]{1,8})\s*(px|em|rem)\s*\)$/

function judgeMediaQuery(query: string): 'applied' | 'conditional' | 'skipped' {
  const parts = query
    .trim()
    .split(/\band\b/)
    .map((part) => part.trim())
  let answer: 'applied' | 'conditional' = 'applied'
  for (const part of parts) {
    if (part === 'screen' || part === 'all' || part === 'only screen') continue
    const [, bound, size, unit] = width.exec(part) ?? []
    if (bound === undefined) answer = 'conditional'
    else {
      const pixels = Number(size) * (unit === 'px' ? 1 : pixelsPerEm)
      if (bound === 'min' ? pixels > screenWidth : pixels < screenWidth) return 'skipped'
    }
  }
  return answer
}
