/** More segments than any endpoint has. */
const segmentsMax = 32

export const splitSegments = (path: string): readonly string[] => path.split('/', segmentsMax)

/** Returns the parameters of a path that matches a pattern, undecoded; `:name` matches any non-empty segment. */
export function matchPath(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, step] of pattern.entries()) {
    const segment = segments[index] ?? ''
    const isMatch = step.startsWith(':') ? segment !== '' : step === segment
    if (!isMatch) return undefined
    if (step.startsWith(':')) params[step.slice(1)] = segment
  }
  return params
}
