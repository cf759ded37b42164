import type { Element } from 'domhandler'
import { oneLine } from '#content/html/walk.ts'
import { buyButtons, isDisabled } from './buy-button.ts'
import { listAncestors, createClassHints } from './class-hints.ts'
import type { PageView } from './page-view.ts'

const soldWords =
  /out of stock|sold out|currently unavailable|no longer available|temporarily unavailable|^(?:currently )?not available\.?$|nicht (?:mehr )?(?:verfügbar|lieferbar|vorrätig|auf lager)|ausverkauft|vergriffen|rupture de stock|indisponible|(?:non|plus|pas) disponible|hors stock|épuisé|agotado|no disponible|sin (?:stock|existencias)|esaurito|non (?:è )?disponibile|uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar)|brak w magazynie|niedostępn|wyprzedan|slutsåld|tillfälligt slut|(?:ej|inte) i lager|indisponível|sem estoque|notify me when|email me when|esgotado|discontinued|back in stock|out of print|nedostupn|vypredan|vyprodán|nie je možné produkt kúpiť|není skladem|pole (?:hetkel )?saadaval|ei saatavilla|elfogyott|nincs raktáron|stoc epuizat|tükendi|stokta yok|loppunut|udsolgt|utsolgt|slut i lager|ikke på lager|nav pieejams|rozprodán|غير متوفر|нет в наличии|売り切れ|在庫切れ|缺货|품절/i
const inWords =
  /(?<!back )\bin stock\b|auf lager|(?:sofort|ab lager) (?:lieferbar|verfügbar)|(?<!(?:nicht|wieder) )(?:lieferbar|vorrätig)|en stock|disponibile|op voorraad|direct leverbaar|(?<!no )disponible|available now|ready to ship|ships (?:today|within|in)|i lager|på lager|dostępny|na stanie|skladem|em (?:estoque|stock)|(?<!\p{L})disponível|в наличии|在庫あり|有货/iu
/** Said of the product alone; `not available` may be said of a service. */
const plainSoldWords =
  /out of stock|sold out|currently unavailable|no longer available|ausverkauft|rupture de stock|épuisé|agotado|esaurito|uitverkocht|slutsåld|esgotado|discontinued|vypredan|vyprodán|není skladem|wyprzedan|udsolgt|utsolgt|売り切れ|품절/i
/** That nothing can be bought, whatever can be pressed. */
const cannotBuy =
  /cannot be (?:bought|ordered|purchased)|kann (?:derzeit |zurzeit |momentan )?nicht (?:gekauft|bestellt) werden|ne peut (?:pas |plus )?être (?:acheté|commandé)|no se puede comprar|non è acquistabile|niet te koop|kan ikke (?:kjøpes|købes)|går inte att köpa|nie można kupić|nie je možné produkt kúpiť|nelze (?:koupit|objednat)/i
const soldLengthMax = 45
const lineLengthMax = 120
/** A button that waits for a size to be chosen cannot be pressed either. */
const hasOptions = ({ pieces }: PageView): boolean =>
  pieces.some(
    ({ element, text }) =>
      choose.test(text.slice(0, 40)) || listAncestors(element, 3).some(isOption),
  )

const choose =
  /^\s*(?:(?:please )?(?:choose|select|pick) (?:an? |your )?(?:size|option|colou?r)|größe (?:aus)?wählen|bitte (?:größe )?wählen|choisi(?:r|ssez) (?:une |votre |la )?taille|(?:elige|selecciona) (?:tu |una |la )?talla|(?:scegli|seleziona) (?:la |una )?taglia|(?:kies|selecteer) (?:je |een )?maat|wybierz rozmiar|välj storlek|vælg størrelse|(?:escolha|selecione) (?:o |um )?tamanho|(?:vyberte|zvolte) velikost)/i

const isOption = ({ attribs }: Element): boolean =>
  /size-?(?:select|list|picker|option)|swatch|variant-?(?:select|picker|option)|option-?select|product-?size/i.test(
    attribs['class'] ?? '',
  )

const before = 200
const behind = 4_000
const beneath = 600

export interface ShownStock {
  readonly inStock: boolean | undefined
  readonly text: string | undefined
  /** Whether nothing on the page can be bought, whatever it declares. */
  readonly isBlocked: boolean
}

/** What a page shows of the stock of its product: a text near its heading, and whether it can be put into the cart. */
export function shownStock(view: PageView, headingAt: number | undefined): ShownStock {
  const readSigns = createClassHints()
  const start = headingAt ?? 0
  const near = view.pieces
    .filter(
      ({ at, text }) =>
        at >= start - before && at < start + behind && text.length < lineLengthMax * 2,
    )
    .map(({ text, element }) => ({ text: oneLine(text), element }))
    .filter(({ text, element }) => text.length < lineLengthMax && !readSigns(element).aside)
  const sold = near.find(({ text }) => text.length < soldLengthMax && soldWords.test(text))?.text
  const available = near.find(({ text }) => inWords.test(text) && !soldWords.test(text))?.text
  const buttons = buyButtons(view).filter(({ element }) => !readSigns(element).aside)
  const isOpen = buttons.some(({ element }) => !isDisabled(element))
  const isUnsaid = buttons.length === 0 || (!isOpen && hasOptions(view))
  const canBuy = isUnsaid ? undefined : isOpen
  const denied = view.pieces.find(
    ({ at, text }) => at >= start && at < start + beneath && cannotBuy.test(text.slice(0, 200)),
  )?.text
  if (denied !== undefined) return { inStock: false, text: denied, isBlocked: true }
  const isSold = sold !== undefined && available === undefined && canBuy !== true
  if (isSold) return { inStock: false, text: sold, isBlocked: plainSoldWords.test(sold) }
  if (available === undefined && canBuy === false)
    return { inStock: false, text: sold, isBlocked: false }
  if (available !== undefined) return { inStock: true, text: available, isBlocked: false }
  return { inStock: sold === undefined ? canBuy : false, text: sold, isBlocked: false }
}
