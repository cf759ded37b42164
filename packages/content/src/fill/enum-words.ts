import { foldName } from '#content/html/facts/meanings.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import { toPlain } from './plain-words.ts'

/** What members of enumerations are called in ten languages, one kind a line. */
const kinds = `
full time|fulltime|vollzeit|temps plein|à temps plein|jornada completa|tiempo completo|tempo pieno|a tempo pieno|voltijd|pełny etat|heltid|fuldtid|tempo integral|plný úvazek
part time|parttime|teilzeit|temps partiel|à temps partiel|media jornada|jornada parcial|tiempo parcial|parcial|tempo parziale|deeltijd|niepełny etat|część etatu|deltid|meio período|tempo parcial|částečný úvazek|zkrácený úvazek
permanent|unbefristet|festanstellung|cdi|indefinido|contrato indefinido|tempo indeterminato|a tempo indeterminato|vast contract|umowa o pracę|tillsvidare|tillsvidareanställning|fastansættelse|efetivo
temporary|fixed term|befristet|cdd|temporal|contrato temporal|tempo determinato|a tempo determinato|tijdelijk|tidsbegränsad|midlertidig|temporário|na dobu určitou
internship|intern|praktikum|stage|prácticas|tirocinio|stage|staż|praktik|estágio|stáž
freelance|freelancer|contractor|freiberuflich|indépendant|autónomo|libero professionista|zzp|b2b
apprenticeship|ausbildung|alternance|apprentissage|apprendistato
new|neu|neuf|neuve|nuevo|nuevo a estrenar|nuovo|nieuw|nowy|nowe|ny|nytt|novo|nový
used|second hand|pre owned|gebraucht|occasion|d occasion|usado|segunda mano|usato|gebruikt|tweedehands|używany|begagnad|brugt|použitý
refurbished|renewed|generalüberholt|reconditionné|reacondicionado|ricondizionato|odnowiony|renoverad|istandsat|recondicionado|repasovaný
easy|beginner|beginners|anfänger|débutants|débutant|principiantes|principianti|beginners|iniciantes|początkujący|nybörjare|begyndere|začátečníky|simple|leicht|einfach|facile|fácil|makkelijk|łatwy|łatwe|lätt|enkel|let|nem|snadné
medium|moderate|intermediate|mittel|mittelschwer|moyen|media|medio|médio|gemiddeld|średni|średnie|medel|middel|střední
hard|difficult|advanced|schwer|anspruchsvoll|difficile|difícil|moeilijk|trudny|trudne|svår|svær|těžké
petrol|gasoline|gas|benzin|essence|gasolina|benzina|benzine|benzyna|bensin|gazolina
diesel|gasóleo|gazole|gasolio|nafta|olej napędowy
electric|elektro|elektrisch|électrique|eléctrico|elettrica|elettrico|elektryczny|el|elétrico|elektřina
manual|schaltgetriebe|manuell|manuelle|manuale|handgeschakeld|manualna|manuální|boîte manuelle|handschaltung
automatic|automatik|automatikgetriebe|automatique|automático|automática|automatico|automaat|automatyczna|automat|boîte auto|boîte automatique|automatická
house|haus|einfamilienhaus|maison|casa|villa|huis|eengezinswoning|dom|hus|dům
apartment|flat|wohnung|appartement|piso|apartamento|appartamento|mieszkanie|lägenhet|lejlighed|byt
sale|for sale|buy|kauf|zu verkaufen|à vendre|vente|venta|en venta|vendita|in vendita|koop|te koop|sprzedaż|na sprzedaż|till salu|til salg|venda|à venda|prodej
rent|for rent|to let|letting|miete|zu vermieten|à louer|location|alquiler|en alquiler|affitto|in affitto|huur|te huur|wynajem|do wynajęcia|uthyres|til leje|aluguel|para alugar|pronájem
online|virtual|en ligne|en línea|zdalnie|remote
in person|onsite|on site|offline|vor ort|präsenz|sur place|en présentiel|presencial|in presenza|op locatie|stacjonarnie|på plats|på stedet|prezenčně
hybrid|hybride|híbrido|ibrido|hybrydowo
hour|hourly|per hour|pro stunde|par heure|por hora|all ora|per uur|za godzinę|per timme|per time
month|monthly|per month|pro monat|im monat|monatlich|par mois|por mes|al mese|per maand|miesięcznie|per månad|om måneden|por mês|měsíčně
year|yearly|annual|per year|pro jahr|im jahr|jährlich|par an|al año|anual|all anno|per jaar|rocznie|per år|om året|por ano|ročně
paid|bezahlt|payé|payée|pagado|pagato|betaald|opłacone|betald|betalt|pago|zaplaceno
shipped|dispatched|versandt|versendet|expédié|expédiée|enviado|spedito|verzonden|wysłane|skickad|afsendt|enviado|odesláno
delivered|zugestellt|geliefert|livré|livrée|entregado|consegnato|bezorgd|geleverd|dostarczone|levererad|leveret|entregue|doručeno
cancelled|canceled|storniert|annulé|annulée|cancelado|annullato|geannuleerd|anulowane|avbruten|annulleret|zrušeno
pending|processing|in bearbeitung|en cours|en attente|pendiente|in elaborazione|in behandeling|w realizacji|behandlas|under behandling|em processamento|zpracovává se
sold|verkauft|vendu|vendido|venduto|verkocht|sprzedane|såld|solgt|prodáno
`

const join = (name: string): string => toPlain(foldName(name)).replaceAll(' ', '')

const kindByName = new Map<string, number>()
for (const [kind, line] of kinds.trim().split('\n').entries())
  for (const name of line.split('|'))
    if (!kindByName.has(join(name))) kindByName.set(join(name), kind)

/** Which of some kinds, named in English, a text is and says no more. */
export function isOneOfKinds(text: string, names: readonly string[]): boolean {
  const kind = text.length <= textLengthMax ? kindByName.get(join(text)) : undefined
  return kind !== undefined && names.some((name) => kindByName.get(join(name)) === kind)
}

const partEnd = /[,;|·•()]| [–—/-] /
const textLengthMax = 80

/** The only member of an enumeration that says in its language what a text or a part of it says in another. */
export function memberByKind(values: readonly unknown[], text: string): unknown {
  if (text.length > textLengthMax) return undefined
  const names = [text, ...text.split(partEnd)].map(join)
  const kinds = new Set(names.flatMap((name) => kindByName.get(name) ?? []))
  const isStocked = readInStock(text)
  const found = values.filter((value) => {
    if (typeof value !== 'string') return false
    const name = join(value)
    const kind = kindByName.get(name)
    if (names.includes(name) || (kind !== undefined && kinds.has(kind))) return true
    return isStocked !== undefined && kind === undefined && readInStock(value) === isStocked
  })
  return found.length === 1 ? found[0] : undefined
}

/** How someone is employed, at the beginning of a text. */
export const employment =
  /^(?:full|part)[- ]time|^(?:permanent|temporary|freelance|contract|internship|apprenticeship|vollzeit|teilzeit|praktikum|cdi|cdd|stage|temps plein|temps partiel|jornada completa|media jornada|tempo pieno|part time|voltijd|deeltijd|heltid|deltid|pełny etat|tempo integral)(?!\p{L})/iu
