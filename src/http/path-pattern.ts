/** More than the path of any endpoint has. */
const segmentsMax = 32

export const segmentsOf = (path: string): readonly string[] => path.split('/', segmentsMax)

/** Parameters of a path that matches a pattern, undecoded; `:name` stands for any segment that is not empty. */
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
