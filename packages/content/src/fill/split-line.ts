/** Sentences of a line: cut behind a stop that a space and a capital letter follow. */
export const splitLine = (text: string): readonly string[] =>
  text
    .split(sentenceEnd)
    .flatMap((one) => (one.includes('。') ? one.split(/(?<=。)(?=[^」』）\s])/u) : one))

const sentenceEnd =
  /(?<=(?:\p{L}{2}|\d{3}|[-:h]\d\d|[)”"%€£$])[.!?]|；|。)(?<!(?:^|[^\p{L}])(?:mio|mrd|tel|str|loc|fraz|\p{L}{0,8}nr|art|bzw|mwst|ust|inkl|zzgl|approx|ca|max|min|dr|r[eé]f|tlf|ul|al|pl|os|av|avda|bd|st|ing|prof|mgr|sp|godz|kl|std)\.|(?:^|[^\p{L}])no\.(?= \d)) (?=[\p{Lu}\d"“„«])/iu
