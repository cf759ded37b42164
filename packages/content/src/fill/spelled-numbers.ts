/** The numbers from one to nineteen, then the tens. */
const lists: Readonly<Record<string, readonly [rows: string, tens: string]>> = {
  en: [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety',
  ],
  de: [
    'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  ],
  fr: [
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    'vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix',
  ],
  es: [
    'un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  ],
  it: [
    'un due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  ],
  pt: [
    'um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
    'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  ],
  nl: [
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
  ],
  sv: [
    'en två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton',
    'tjugo trettio fyrtio femtio sextio sjuttio åttio nittio',
  ],
  da: [
    'en to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten',
    'tyve tredive fyrre halvtreds tres halvfjerds firs halvfems',
  ],
  pl: [
    'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
    'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
  ],
  cs: [
    'jeden dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct',
    'dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát',
  ],
}

/** Other forms of the same words. */
const inflected: Readonly<Record<string, string>> = {
  de: '1 eine 1 einen 1 einem 1 einer',
  fr: '1 une 80 quatre-vingt',
  es: '1 una 1 uno',
  it: '1 una 1 uno',
  pt: '1 uma 2 duas 16 dezasseis 17 dezassete 19 dezanove',
  sv: '1 ett',
  da: '1 et',
  pl: '2 dwie 2 dwóch 3 trzech 4 czterech 5 pięciu 6 sześciu 7 siedmiu 8 ośmiu 9 dziewięciu 10 dziesięciu 12 dwunastu 15 piętnastu 20 dwudziestu',
  cs: '2 dvě 2 dvou 3 tří 4 čtyř 5 pěti 6 šesti 7 sedmi 8 osmi 9 devíti 10 deseti 12 dvanácti 20 dvaceti',
}

function listWords(language: string): ReadonlyMap<string, number> {
  const [rows = '', tens = ''] = lists[language] ?? []
  const words = new Map<string, number>()
  for (const [at, word] of rows.split(' ').entries()) words.set(word, at + 1)
  for (const [at, word] of tens.split(' ').entries()) words.set(word, (at + 2) * 10)
  const more = inflected[language]?.split(' ') ?? []
  for (let at = 0; at + 1 < more.length; at += 2) words.set(more[at + 1] ?? '', Number(more[at]))
  return words
}

const byLanguage = new Map(Object.keys(lists).map((one) => [one, listWords(one)]))

/** Words for one that are articles, too. */
const articles = 'one ein eine einen einem einer un une una uno um uma een en ett et'.split(' ')

/** Of a text in an unknown language: words that are articles or mean something else in another language aside. */
const inAny = new Map([...byLanguage.values()].flatMap((words) => [...words]))
for (const word of 'dos one un um ein een en et uno una une uma eine einen einem einer ett to ti ni sei once nove sex tre tres sept elf tien due neuf fire atten'.split(
  ' ',
))
  inAny.delete(word)

const spelledWord = /(?<![\p{L}\d-])\p{L}{2,20}(?:-\p{L}{2,10}){0,2}(?![\p{L}\d])/gu
const [unitsMax, tensMin] = [9, 20]

/** `twenty-two`, `zweiundzwanzig`, `ventitré`. */
function readCompound(word: string, words: ReadonlyMap<string, number>): number | undefined {
  const plain = word.replace(/é$/, 'e')
  for (const [name, ten] of words) {
    if (ten < tensMin) continue
    const stem = name.replace(/[ai]$/, '')
    if (plain.endsWith(name)) {
      const [, unit] = /^(.{2,10}?)(?:und|en|ën|og)$/u.exec(plain.slice(0, -name.length)) ?? []
      const ones = words.get(unit ?? '')
      if (ones !== undefined && ones <= unitsMax) return ten + ones
    }
    if (plain.startsWith(stem)) {
      const rest = plain.slice(plain.startsWith(name) ? name.length : stem.length).replace(/^-/, '')
      const ones = words.get(rest)
      if (ones !== undefined && ones <= unitsMax) return ten + ones
    }
  }
  return undefined
}

const half =
  /(\d{1,4})( \p{L}{1,12})? (?:and (?:a|one) half|und (?:eine )?halbe?|et demie?|y medi[ao]|e mezz[ao]|e mei[ao]|en een half|och en halv|i pół)(?!\p{L})/giu
const starRow = /★{1,7}(?!★| ?\d)/g
const fraction = /(?:(\d{1,3}) ?)?([½¼¾])/g
const parts: Readonly<Record<string, string>> = { '½': '5', '¼': '25', '¾': '75' }

/** A text with the numbers that it spells out as digits: `twenty-two pitches` is `22 pitches`, `1½ miles` `1.5 miles`. `isSure` leaves articles as they are. */
export function writeDigits(text: string, language = '', isSure = false): string {
  const own = byLanguage.get(language.slice(0, 2).toLowerCase()) ?? inAny
  const words = isSure ? new Map([...own].filter(([word]) => !articles.includes(word))) : own
  return text
    .replaceAll(spelledWord, (word) => {
      const lower = word.toLowerCase()
      const number = words.get(lower) ?? readCompound(lower, words)
      if (number !== undefined) return String(number)
      // `a twelve-month warranty`
      const [first = ''] = lower.split('-', 1)
      const begin = first === lower ? undefined : words.get(first)
      return begin === undefined ? word : `${begin}${word.slice(first.length)}`
    })
    .replaceAll(
      fraction,
      (_, whole: string | undefined, part: string) => `${whole ?? '0'}.${parts[part] ?? 0}`,
    )
    .replaceAll(starRow, (row) => `${row.length} stars`)
    .replaceAll(half, (_, whole: string, unit = '') => `${whole}.5${unit}`)
}
