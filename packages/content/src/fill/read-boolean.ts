import { quantitiesIn } from './quantities.ts'
import { splitSegments } from './pairs.ts'
import { splitLine, wordsAround, type Outline } from './outline.ts'
import { toPlain } from './plain-words.ts'
import { toBoolean } from './coerce.ts'
import { readLabel, type Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'

/** Beginnings of words that say the same in ten languages, one concept a line; behind `!` what says the opposite. */
const concepts = `
pet|dog|haustier|hund|animaux|animal|chien|mascota|perro|cane|huisdier|hond|cachorro|zwierz|psy|psow|husdjur|husdyr|kaledyr|mazlic|zvirat
child|kid|kinder|enfant|nino|bambin|bambini|kinderen|crianca|dziec|barn|deti
smok|rauch|fume|fumar|fumator|roken|palen|rokning|rygning|kour
allow|welcom|permit|permis|accept|erlaubt|gestattet|willkommen|admis|autoris|bienvenu|bienvenid|ammess|benvenut|consentit|toegestaan|welkom|aceit|dozwol|widzian|friendly|freundlich|tillat|valkom|tilladt|velkom|povolen|vitan ! forbid|forbidden|prohibit|verboten|interdit|prohibid|vietat|verboden|proibid|zabron|zakaz|forbjud|forbudt|zakazan
includ|incl|inclu|enthalten|inbegriffen|inklusiv|inkl|compris|compres|inbegrepen|wliczon|ingar|inkluder|zahrnut ! exclud|exclusive|exkl|ekskl|zzgl|zuzuglich|esclus|exclusief
requir|need|necess|mandator|obligator|compulsory|erforderlich|notig|notwendig|benotig|pflicht|obligatoir|requis|exig|requerid|necesari|richiest|obbligatori|verplicht|nodig|vereist|obrigat|wymagan|obowiazkow|krav|obligatorisk|pakravet|vyzad|povinn|potreb ! optional|facultati|fakultativ|frivillig|nieobowiazkow|nepovinn
free|kostenlos|kostenfrei|gratis|gratuit|bezplatn|darmow|zdarma|fri
wifi|wlan
breakfast|frühstück|petit|desayuno|colazion|ontbijt|pequeno|manha|sniadani|frukost|morgenmad|snidan
lunch|mittagessen|dejeuner|almuerzo|pranzo|almoco|obiad|frokost|obed
vat|mwst|mehrwertsteuer|ust|tva|iva|btw|moms|dph
park|stellplatz|aparcamiento|parcheggi|parker|estacionamento
elevator|lift|aufzug|fahrstuhl|ascens|ascensor|elevador|winda|windy|windą|hiss|vytah
balcony|balkon|balcon|balcao|varand|altan
terrace|terrass|terraza|terrazz|taras|teras
garden|garten|jardin|giardin|tuin|ogrod|tradgard|zahrad
garage|cochera|garaz
furnished|mobliert|meubl|amueblad|arredat|ammobiliat|gemeubileerd|mobilad|umeblowan|mobler|zarizen ! unfurnish|unmobliert|ongemeubileerd|omobler|umobler|nezarizen
pool|piscin|zwembad|basen|bazen
remote|homeoffice|teletravail|teletrabajo|telelavoro|thuiswerk|teletrabalho|zdaln|distans|hjemmearbejde ! onsite|presencial|presenza|stacjonarn
online|ligne ! prasenz|presencial|presenza
wheelchair|rollstuhl|fauteuil|rolstoel|wozk|rullstol|korestol|vozick|bezbarier
accessible|zuganglich|gerecht|adapte|adaptad|accessibil|toegankelijk|acessivel|dostosowan|anpassad|egnet
gluten|glutin
vegan
vegetar|wegetar
organic|bio|biologi|ekologi|okologi|ecologi
visa|visum
card|karte|carte|tarjeta|carta|kart|cartao|karta|kort
ship|delivery|versand|livraison|envio|spedizion|verzend|entrega|wysylk|dostaw|frakt|levering|doprav
experience|erfahrung|experienc|esperienza|ervaring|doswiadczen|erfarenhet|erfaring|zkusenost
registration|register|anmeldung|inscription|inscripcion|iscrizion|aanmeld|inscricao|rejestracj|foranmalan|anmalan|tilmeld|registrac|prihlas
certificate|zertifikat|certificat|certificado|certificato|certificaat|certyfikat|certifikat|bevis
used|gebraucht|occasion|usad|usat|gebruikt|uzywan|begagnad|brugt|pouzit
caffein|koffein|cafein|kofein
`

interface Concept {
  readonly same: readonly string[]
  readonly opposite: readonly string[]
}

const known: readonly Concept[] = concepts
  .trim()
  .split('\n')
  .map((line) => {
    const [same = '', opposite = ''] = line.split(' ! ').map((part) => toPlain(part))
    return { same: same.split('|'), opposite: opposite.split('|').filter(Boolean) }
  })

/** Words of names that ask whether, and no more. */
const asking = new Set(
  'is are has have had can with was the of a for offers offer provides available availability possible flag'.split(
    ' ',
  ),
)
const negations = new Set(
  'no not non none without never neither nor isn doesn don cannot kein keine keinen keinem keiner nicht ohne weder pas sans aucun aucune jamais sin ningun ninguna senza nessun nessuna geen niet zonder nao sem nem nie bez brak inte ingen inga inget utan ej ikke uden neni nejsou nelze'.split(
    ' ',
  ),
)
/** What makes of a statement one that holds sometimes. */
const limits =
  /[?]|(?<!\p{L})(?:if|unless|except|only|may|might|some|upon|on request|ask|when|over|above|wenn|falls|sofern|außer|nur|teilweise|auf anfrage|anfrage|ab|si|sauf|seulement|certains|sur demande|dès|salvo|sólo|solo|algunos|a petición|su richiesta|se|als|behalve|alleen|op aanvraag|vanaf|apenas|somente|a pedido|jeśli|tylko|niektóre|om|endast|vissa|hvis|kun|nogle|pokud|pouze|od)(?!\p{L})/iu
const linking = new Set(
  'is are be ist sind est sont es son estan e sono zijn sao jest sa ar er je jsou'.split(' '),
)
const joining = new Set(
  'with mit avec con met com z ze med s se plus has have hat a ha tiene heeft tem ma har'.split(
    ' ',
  ),
)
const articles = new Set(
  'a an the ein eine der die das le la les l un une el los il lo de het een o os um uma en ett den det et'.split(
    ' ',
  ),
)

const clauseLengthMax = 160
const windowMax = 9

/** Whether a page says that something is so: in a sentence or a line that speaks of all words of the name. */
export function readBoolean(outline: Outline, profile: Profile): ReadValue | undefined {
  const names = profile.folded.split(' ').filter((word) => !asking.has(word))
  const wanted = names
    .map((word) => toPlain(word))
    .filter((word) => word.length > 2 && !negations.has(word))
    .map((word) => ({ word, concept: known.find(({ same }) => begins(word, same)) }))
  const isCut =
    wanted.length === 1 && names.length > 1 && !names.some((word) => negations.has(toPlain(word)))
  // Of `en stock` the word that is left says too little.
  if (wanted.length === 0 || isCut) return undefined
  const isTurned =
    wanted.length < names.length && names.some((word) => negations.has(toPlain(word)))
  const found = new Map<boolean, number>()
  const labels = new Set<string>()
  for (const { label, value, line, kind } of outline.pairs) {
    if (kind !== 'shown') continue
    labels.add(label.folded)
    const isSo = label.words.length <= labelWordsMax ? toBoolean(value) : undefined
    const said =
      isSo === undefined &&
      wanted.length > 1 &&
      value.length <= valueLengthMax &&
      !limits.test(value)
        ? readClause(`${label.folded} ${value}`, wanted)
        : readClause(label.folded, wanted) === true
          ? isSo
          : undefined
    if (said !== undefined && !found.has(said)) found.set(said, line)
  }
  for (const [line, { text, kind }] of outline.lines.entries()) {
    if (unread.has(kind) || text.length > lineLengthMax || labels.has(readLabel(text).folded))
      continue
    for (const clause of splitClauses(text)) {
      const said = readClause(clause, wanted)
      if (said !== undefined && !found.has(said)) found.set(said, line)
    }
  }
  const [first] = found
  // What is said both ways is said of several things.
  return first && found.size === 1 ? { value: first[0] !== isTurned, line: first[1] } : undefined
}

const lineLengthMax = 2_000
const labelWordsMax = 4
const valueLengthMax = 30
/** Cells belong to a row and a column. */
const unread = new Set(['heading', 'cell', 'term'])

const splitClauses = (text: string): readonly string[] =>
  splitSegments(text)
    .flatMap(splitLine)
    .filter((sentence) => !limits.test(sentence))
    .flatMap((sentence) =>
      sentence.split(/[;,()]| [–—-] | (?:but|aber|mais|pero|ma|maar|mas|ale|men) /u),
    )
    // A label with its value is a pair.
    .filter((clause) => clause.length <= clauseLengthMax && !/: /.test(clause))

interface Asked {
  readonly word: string
  readonly concept: Concept | undefined
}

function readClause(clause: string, wanted: readonly Asked[]): boolean | undefined {
  const words = toPlain(wordsAround(clause).trim()).split(' ')
  const places: number[] = []
  let isOpposite = false
  for (const one of wanted) {
    const at = words.findIndex((word) => isSaid(word, one))
    const other = at >= 0 ? -1 : words.findIndex((word) => isOpposed(word, one))
    if (at < 0 && other < 0) return undefined
    if (other >= 0) isOpposite = true
    places.push(Math.max(at, other))
  }
  const [from, to] = [Math.min(...places), Math.max(...places)]
  if (to - from > windowMax) return undefined
  if (wanted.length === 1 && !standsAlone(words, from)) return undefined
  // Free from an amount on, or free beside one that is not.
  if (quantitiesIn(clause).some(({ sign }) => sign !== undefined)) return undefined
  const isDenied = crossed.test(clause) || words.some((word) => negations.has(word))
  return isDenied === isOpposite
}

const crossed = /[✗✘❌]/

const begins = (word: string, beginnings: readonly string[]): boolean =>
  beginnings.some((one) =>
    one.length > 3 ? word.startsWith(one) : word === one || word === `${one}s`,
  )

const isSaid = (word: string, { word: asked, concept }: Asked): boolean =>
  word === asked || (concept ? begins(word, concept.same) : isSameStem(word, asked))

const isOpposed = (word: string, { word: asked, concept }: Asked): boolean =>
  word === `un${asked}` || (concept !== undefined && begins(word, concept.opposite))

const stemMin = 4

function isSameStem(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < stemMin) return false
  const stem = Math.max(stemMin, shorter - 2)
  return one.slice(0, stem) === other.slice(0, stem) && Math.abs(one.length - other.length) <= 3
}

/** One word is said of the whole where it stands alone, behind `with` or behind `is`. */
function standsAlone(words: readonly string[], at: number): boolean {
  const bare = words.filter((word) => !articles.has(word) && !negations.has(word))
  if (bare.length <= 2 || negations.has(words[at - 1] ?? '')) return true
  const before = words
    .slice(Math.max(0, at - 2), at)
    .filter((word) => !articles.has(word) && !negations.has(word))
  const last = before.at(-1) ?? ''
  return joining.has(last) || (linking.has(last) && at === words.length - 1)
}
