import type { JsonSchema } from '#schemas/json-schema.ts'
import { foldName } from '#content/html/facts/meanings.ts'
import type { Fact, PageFacts } from '#content/html/facts/page-facts.ts'
import { coerce } from './coerce.ts'
import type { Outline } from './outline.ts'
import type { Profile } from './profile.ts'
import { legalName } from './read-person.ts'

/** Headings of parts of a site, in ten languages: none is the name of what the site is about. */
const parts =
  'facilities|rooms|our rooms|zimmer|(?:nos )?chambres|(?:las )?habitaciones|camere|(?:le nostre )?camere|kamers|quartos|pokoje|services?|leistungen|servicios|servizi|diensten|visit|visita|plan your visit|(?:prepara tu )?visita|booking|vorstand|beiträge|mitgliedschaft|membership|fees|lej huset|lej|hire|vermietung|contacts?|contact us|get in touch|kontakte?|kontakty|nous contacter|contactez[- ]nous|contactos?|contatt[io]|contato|kontakta oss|kontakt os|team|(?:our|meet the) (?:team|people|staff)|people|staff|(?:unser|das) team|(?:l.|notre )?équipe|(?:nuestro )?equipo|(?:il )?(?:nostro )?team|ons team|(?:nasz )?zespół|(?:vårt|vores) team|personal|medarbetare|medarbejdere|lidé|naši lidé|about(?: us)?|über uns|à propos|qui sommes[- ]nous|sobre nosotros|quiénes somos|chi siamo|over ons|o nas|om oss|om os|o nás|(?:\\p{L}+ )?menus?|menü|dinner|lunch|breakfast|brunch|drinks|wine list|abendkarte|mittagskarte|getränke|weinkarte|dîner|déjeuner|boissons|cena|comida|bebidas|pranzo|bevande|menù|menukaart|speisen?karte|karte|la carte|carte|la carta|carta|cardápio|ementa|meny|matsedel|jídelní lístek|prices?|price list|pricing|rates|tarifs?|preise|preisliste|precios|tarifas|prezzi|listino(?: prezzi)?|prijzen|prijslijst|tarieven|preços|preçário|cennik(?: usług)?|priser|prislista|prisliste|ceník(?: služeb)?|opening (?:hours|times)|öffnungszeiten|horaires|horarios?|orari|openingstijden|godziny otwarcia|öppettider|åbningstider|otevírací doba|times|zeiten|tijden|tider|orario|godziny|accès|accueil|imprint|impressum|jobs|careers|karriere|faq|home|welcome|willkommen|invoice|rechnung|facture|factura|fattura|factuur|fatura|faktura|order|bestellung|commande|pedido|ordine|bestelling|zamówienie|objednávka'
/** Ends of headings in scripts without spaces: information, guidance, prices, hours, access. */
const easternPart =
  /(?:案内|ガイド|料金|営業時間|アクセス|お問い合わせ|信息|指南|须知|介绍|价格|联系我们|안내|요금|정보|이용시간|오시는 길)$/u
const part = new RegExp(`^(?:${parts})(?: \\d{4})?$`, 'iu')

/** Whether a heading or a piece of a title only says which part of a site a page is. */
const isPartHeading = (text: string): boolean =>
  text
    .replace(/ ?[?!.:]$/, '')
    .split(/ (?:&|and|und|et|y|e|en|i|och|og|a) /u)
    .every((piece) => part.test(piece.trim()) || easternPart.test(piece.trim()))

/** The name of a site in the title of a page about one of its parts: `Menu — The Copper Kettle`. */
function nameInTitle(title: string): string | undefined {
  const pieces = splitTitle(title)
  const [name, ...others] = pieces.filter((piece) => !isPartHeading(piece))
  return name !== undefined && others.length === 0 && pieces.length > 1
    ? withoutTown(name)
    : undefined
}

const splitTitle = (title: string): readonly string[] =>
  title
    .split(/ [|–—·:-] |[_｜]|: /)
    .map((piece) => piece.trim())
    .filter(Boolean)

/** `The Salt Marsh, Blakeney` */
const withoutTown = (name: string): string => name.replace(/, \p{Lu}[\p{L}-]{1,30}$/u, '')

/** Names of whom a page is of, beside that of the thing that it is about. */
const houseName =
  /^(?:hotel|shop|store|site|company|museum|school|club|venue|organi[sz]ation) name$/

const nameMeanings = new Set(['title', 'restaurant'])
/** Names that ask for the heading, whatever it is. */
const headingName =
  /(?:^| )(?:title|headline|heading|titel|titre|título|titulo|titolo|tytuł|tytul)$/

/**
 * Reads the name of a site on a page about one of its parts, where the heading is no name: `Contact`; and where the name of a place is
 * asked for, with its address or its hours. Where it may be the name of what a place offers, too , there is none.
 */
export function createReadSite(
  outline: Outline,
  { facts, documentTitle = '' }: Pick<PageFacts, 'facts' | 'documentTitle'>,
  asked: readonly Profile[],
) {
  const isOfPlace = asksOfPlace(asked)
  const isPart = isPartHeading(outline.lines[outline.title]?.text ?? '')

  function isNameOfSite({ meanings, folded }: Profile): boolean {
    if (houseName.test(folded) && asksOtherName(asked, folded)) return true
    if (!nameMeanings.has(meanings[0]?.name ?? '') || headingName.test(folded)) return false
    return isPart || (isOfPlace !== false && (owner ??= readOwner()).isSigned)
  }

  function nameOfSite({ schema, folded, meanings }: Profile) {
    // `The Lamp Room - Harbour Inn, Hullport`
    if (houseName.test(folded) && asksOtherName(asked, folded)) {
      const heading = foldName(outline.lines[outline.title]?.text ?? '')
      const others = splitTitle(documentTitle).filter((piece) => foldName(piece) !== heading)
      const value = others.length === 1 ? coerce(withoutTown(others[0] ?? ''), schema) : undefined
      return value === undefined ? undefined : { value, from: { source: 'meta' } }
    }
    if (isOfPlace === undefined && !isPart) return undefined
    // Beside another name that of a restaurant is that of a part of the place.
    if (meanings[0]?.name === 'restaurant' && asksOtherName(asked, folded)) return undefined
    const name =
      nameInTitle(documentTitle) ?? (isOfPlace === true ? (owner ??= readOwner()).name : undefined)
    const legal = legalName(outline.lines)
    const isLegal = legal && (name === undefined || String(legal.value).startsWith(name))
    const value = coerce(isLegal ? String(legal.value) : (name ?? ''), schema)
    if (value === undefined || value === '') return undefined
    const from = isLegal ? { source: 'text', line: legal.line } : { source: 'meta' }
    return { value, from }
  }

  let owner: ReturnType<typeof findOwner> | undefined
  const readOwner = () => findOwner(outline, { facts, documentTitle }, isPart)

  /** Who a page is of, for a field that asks for no more: what its title and its head or its foot name. The company of a thing in the page is another one. */
  function ownerOfSite({ folded, type, schema, meanings }: Profile, isOfOther: boolean) {
    const words = folded.split(' ')
    if (type !== 'string') return undefined
    owner ??= readOwner()
    if (meanings[0]?.name === 'company')
      return (
        companyInTitle(outline, schema, documentTitle) ??
        fromMeta(isOfOther ? undefined : owner.signed, schema)
      )
    if (notOwner.test(folded) || meanings.length > 1) return undefined
    const kinds = words.filter((word) => ownerWords.has(word))
    // `erschienen im Verlag Birk & Sohn` names another one.
    const isNamed = kinds.some((word) => isNamedInContent(outline, word, documentTitle))
    if (kinds.length === 0 || isNamed) return undefined
    const name =
      owner.isHeading && words.some((word) => placeWords.has(word))
        ? outline.lines[outline.title]?.text
        : owner.name
    return fromMeta(name, schema)
  }

  return { isNameOfSite, nameOfSite, ownerOfSite }
}

/** Who the head and the foot of a page are signed by, and what else its site is called. */
function findOwner(
  outline: Outline,
  { facts, documentTitle }: { readonly facts: readonly Fact[]; readonly documentTitle: string },
  isPart: boolean,
) {
  const declared = facts.find(({ name }) => name === 'site name')?.value
  const heading = foldName(outline.lines[outline.title]?.text ?? '')
  const signed = listSigned(outline)
  const named = documentTitle
    .split(titleEnd)
    .flatMap((piece) => [piece, ...piece.split(', ')])
    .find((piece) => foldName(piece) !== heading && signed.has(foldName(piece)))
  const isHeading =
    !isPart && heading !== '' && foldName(documentTitle.split(titleEnd, 1)[0] ?? '') === heading
  return {
    name: declared ?? named?.trim(),
    signed: named?.trim(),
    isHeading,
    isSigned: named !== undefined,
  }
}

/** What the head, the foot and lines with an address begin with: `Works of Orla, Mill Lane 3`. */
function listSigned({ lines, aside, title }: Outline): ReadonlySet<string> {
  const signed = new Set(
    [...aside, ...lines.slice(0, Math.max(0, title))].map(({ text }) =>
      foldName(text.split(signature, 1)[0] ?? ''),
    ),
  )
  for (const { text } of lines) {
    const comma = /^\d/.test(text) ? -1 : text.indexOf(', ')
    if (comma > 0 && /\d/.test(text.slice(comma)))
      signed.add(foldName(text.slice(0, comma).split(signature, 1)[0] ?? ''))
  }
  return signed
}

const asksOtherName = (asked: readonly Profile[], name: string): boolean =>
  asked.some(({ folded }) => folded !== name && / name$|^name$/.test(folded))

const nameBehind = /^\p{Lu}[\p{L}'’-]{1,24}(?: & \p{Lu}\p{L}{1,24}| \p{Lu}\p{L}{1,24})?/u

/** Whether a sentence of the content has a name behind a word that the title of the document does not have. */
function isNamedInContent({ lines }: Outline, word: string, documentTitle: string): boolean {
  return lines.some(({ text, level }) => {
    const at = level === 1 ? -1 : ` ${text.toLowerCase()}`.indexOf(` ${word} `)
    const [name] = at < 0 ? [] : (nameBehind.exec(text.slice(at + word.length + 1)) ?? [])
    return name !== undefined && !foldName(documentTitle).includes(foldName(name))
  })
}

/** The name that the title of the document has beside the heading, where the content names it, too. */
function companyInTitle({ lines, title }: Outline, schema: JsonSchema, documentTitle: string) {
  const heading = foldName(lines[title]?.text ?? '')
  const pieces = documentTitle.split(titleEnd).map((piece) => piece.trim())
  const last = pieces.at(-1) ?? ''
  const isThere = pieces.length > 1 && heading !== foldName(last) && !isPartHeading(last)
  const isNamed = lines.some(({ text, level }) => level !== 1 && text.includes(`${last} `))
  return fromMeta(isThere && isNamed ? last : undefined, schema)
}

function fromMeta(name: string | undefined, schema: JsonSchema) {
  const value = coerce(name ?? '', schema)
  return value === undefined || value === '' ? undefined : { value, from: { source: 'meta' } }
}

/** Those that other sites have pages of, too. */
const placeWords = new Set('hotel gym clinic practice museum restaurant'.split(' '))
/** Kinds of those who have sites. */
const ownerWords = new Set(
  'business agency provider operator newspaper magazine publisher site store shop hotel school college gym dealer dealership garage library clinic practice studio museum restaurant anbieter betreiber agentur zeitung verlag hersteller händler autohaus schule praxis klinik agenzia bank campsite podcast theatre theater cinema charity foundation organization organisation scuola negozio giornale concessionaria agence journal magasin garage école fournisseur agencia tienda periódico periodico diario escuela proveedor imobiliaria imobiliária loja jornal escola inmobiliaria makelaar winkel krant aanbieder sklep gazeta szkoła butik tidning skola butikk avis skole mäklare rederi'.split(
    ' ',
  ),
)
const notOwner =
  /(?:^| )(?:id|code|account|url|link|address|phone|email|city|country|type|price|count|number|date|legal|section|rating)(?: |$)/

const titleEnd = / [|–—·:-] |[_｜]|: | (?:at|bei|chez|en|bij|hos|u) (?=\p{Lu})/u
const siteNameMax = 60
const signature = / [–—|·•-] |, (?=\d)/u

/** Whether a place is asked for; undefined where it may be a thing that it offers, too. */
function asksOfPlace(asked: readonly Profile[]): boolean | undefined {
  const asks = (wanted: ReadonlySet<string>) =>
    asked.some(({ meanings }) => meanings.some(({ name }) => wanted.has(name)))
  if (!asks(placeMeanings) || asks(otherMeanings)) return false
  return asks(offerMeanings) ? undefined : true
}

/** What is asked of a place, and of what has a name beside that of its place. */
const placeMeanings = new Set(['address', 'street', 'postal code', 'opening hours'])
const otherMeanings = new Set([
  'start date',
  'company',
  'organizer',
  'supplier',
  'venue',
  'publisher',
  'brand',
  'agent',
])
/** What is asked of a thing that a place offers. */
const offerMeanings = new Set(['instructor', 'lessons'])

/** Who a page is of: what its title names beside its heading, what it declares, and lines of its head and its foot. */
export function listSiteNames(
  { lines, aside, title }: Outline,
  facts: readonly Fact[],
  documentTitle: string,
): ReadonlySet<string> {
  const heading = foldName(lines[title]?.text ?? '')
  const signed = aside.map(({ text }) => text.split(signature, 1)[0] ?? '')
  const declared = facts
    .filter(({ name }) => name === 'site name' || name === 'title')
    .map(({ value }) => value)
  const names = [
    ...documentTitle.split(titleEnd),
    ...documentTitle.split(titleEnd).flatMap((piece) => piece.split(', ')),
    documentTitle.split(',', 1).join(''),
    ...declared,
    ...signed.filter(({ length }) => length <= siteNameMax),
  ].map((name) => foldName(name.replace(/^© ?(?:\d{4} )?/, '')))
  return new Set(names.filter((name) => name !== '' && name !== heading))
}
