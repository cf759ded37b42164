/** Counts comparisons and errors of each contender, by kind. */
export function createTallies(contenders: readonly string[]) {
  const tallies = new Map<string, { pairs: number; errors: Record<string, number> }>()
  return {
    add(name: string, erring: readonly string[]): void {
      const tally = tallies.get(name) ?? {
        pairs: 0,
        errors: Object.fromEntries(contenders.map((contender) => [contender, 0])),
      }
      tally.pairs += 1
      for (const contender of erring) tally.errors[contender] = (tally.errors[contender] ?? 0) + 1
      tallies.set(name, tally)
    },
    print(title: string): void {
      console.log(`\n| ${title} | pairs | ${contenders.join(' | ')} |`)
      console.log(`| --- | ---: | ${contenders.map(() => '---:').join(' | ')} |`)
      for (const [name, { pairs, errors }] of tallies) {
        const cells = contenders.map((contender) => share(errors[contender] ?? 0, pairs))
        console.log(`| ${name} | ${pairs} | ${cells.join(' | ')} |`)
      }
    },
  }
}

const share = (errors: number, pairs: number) =>
  errors === 0 ? '0' : `${errors} (${((100 * errors) / pairs).toFixed(1)} %)`
