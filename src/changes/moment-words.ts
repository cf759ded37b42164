import { dateMark } from './dates.ts'

/** Words that say when a page was made. Each list has a line per language, or per group of languages. */

const updates = [
  /(?<![\p{L}\p{M}])(?:(?:last|latest|recent) (?:updates?|updated|modifi\p{L}+|edit\p{L}*|changed?|refresh\p{L}*|check\p{L}*|sync\p{L}*|crawl\p{L}*|build|commit|revi\p{L}+|verif\p{L}+)|updated|modified|edited|refreshed|regenerated|generated|retrieved|fetched|cached|as of|as at|synced|snapshot)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:\p{L}{0,20}stand|serverzeit|zuletzt|aktualisier(?:t|ung)|(?:letzte[rns]?) (?:änderung|bearbeitung|überarbeitung|abruf|prüfung|abgleich|kontrolle|import)|geändert|bearbeitet|abgerufen|überarbeitet)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:(?:dernières?|derniers?) (?:modification|actualisation|relevé|révision|changements?)|mises? à jour|mis à jour|modifiée?|actualisée?|consultée?|données (?:au|du)|générée?)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:últim[oa]s? (?:modificaci\p{L}+|modificação|revisi\p{L}+|revisão|cambios?|alteração|edición|edição|consulta)|actualizad[oa]s?|actualización|modificad[oa]|generad[oa]|datos (?:a|al|del)|atualizad[oa]s?|atualização|gerad[oa])(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:ultim[oa] (?:modifica|revisione|controllo)|aggiornat[oaie]|aggiornamento|modificat[oa]|dati al)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:laatst|laatste (?:wijziging|update|controle)|bijgewerkt|gewijzigd|aangepast|ververst)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:aktualizacj[aię]|zaktualizowan[oaey]|zmodyfikowan[oaey]|ostatnia (?:zmiana|modyfikacja|edycja)|stan na|dane z|sprawdzono)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:aktualiz(?:ace|ácia|ováno|ované)|naposledy|poslední (?:změna|úprava)|ažurirano|posodobljeno|zadnja promjena)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:последн(?:ее|яя|ие) (?:изменени[ея]|правка|редакция|проверка)|обновлени[ея]|обновлен[оаы]?|обновлён|изменен[оа]|изменён|по состоянию на|данные на|актуальн\p{L}{0,3}|время сервера|серверное время)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:оновленн?я|оновлено|останн[єя] (?:зміна|редагування)|змінено|станом на|обновена|актуализира\p{L}+)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:ενημερώθηκε|ενημέρωση|τελευταία (?:αλλαγή|τροποποίηση))(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:güncelleme|güncellendi|güncellenme|son değişiklik|değiştirilme)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:uppdatera\p{L}{1,3}|senast ändra[dt]|opdateret|sidst ændret|oppdatert|sist endret|päivitetty|muokattu|viimati|uuendatud|atjaunin\p{L}+|atnaujin\p{L}+)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:frissít\p{L}+|módosít\p{L}+|actualizat[ăe]?|actualizare|modificată?|actualitza\p{L}+|darrera modificació|eguneratu\p{L}*|eguneraketa|ажурирано|izmijenjeno|spremenjeno|zmenené|muudetud|pakeista|labots)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:cập nhật|sửa đổi|diperbarui|dikemas ?kini|kemas ?kini|pembaruan)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:अद्यतन|अपडेट|আপডেট|হালনাগাদ)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:تحديث|التحديث|تعديل|به‌روزرسانی|بروزرسانی|עודכן|עדכון)(?![\p{L}\p{M}])/iu,
  /最終更新|最終変更|更新|取得日|現在|時点|改訂日/iu,
  /更新|最后修改|最後修改|修改时间|修改於|修改于|最后编辑|最後編輯|截至|截止|获取于|抓取/iu,
  /업데이트|갱신|최종 ?수정|마지막 ?수정|수정일|기준/iu,
  /อัปเดต|อัพเดท|ปรับปรุงเมื่อ|ปรับปรุงล่าสุด|แก้ไขล่าสุด/iu,
]

/** A word begins and ends beside anything that is no letter. */
const from = String.raw`(?<![\p{L}\p{M}])`
const to = String.raw`(?![\p{L}\p{M}])`

/** What changes from day to day. */
const latinQuotes = String.raw`prices?|pricing|rates?|quotes?|stocks?|inventory|fares?|tariffs?|availability|\p{L}{0,20}(?:preise?|tarife?|kurse|wechselkurs|tageskurs|kursdaten|marktdaten|bestand|bestände|konditionen|verfügbarkeit)|prix|tarifs?|cours|taux(?: de change)?|disponibilités?|precios?|tarifas?|existencias|tipos? de cambio|cotizaci(?:ón|ones)|disponibilidade?s?|preços?|cotaç(?:ão|ões)|estoque|prezz[oi]|tariffe|quotazion[ei]|giacenz[ae]|disponibilità`
const otherQuotes = String.raw`prij(?:s|zen)|tarieven|koersen|voorraad|beschikbaarheid|cen[ay]?|kursy?(?: \p{Lu}{3})?|kurz[yů]?|dostępność|dostupnost|priser(?:na|ne)?|kurser|lager(?:saldo|status)|hinnat|ár(?:ak|folyam\p{L}{0,6})|készlet\p{L}{0,6}|prețuri(?:le)?|fiyat(?:lar\p{L}{0,3})?|kur(?:u|lar\p{L}{0,3})|stok(?:lar)?|τιμές|الأسعار|أسعار|מחירים|המחירים|цен[аы]?|стоимость|курс[аы]?|остат(?:ок|ки)(?: на складе)?|котировк[аи]|тариф[ыа]?|наличие|прайс-?лист|ціни|залишки`
const quotes = [
  new RegExp(String.raw`${from}(?:${latinQuotes})${to}`, 'iu'),
  new RegExp(String.raw`${from}(?:${otherQuotes})${to}`, 'iu'),
  /価格|料金|在庫|相場|レート|价格|報價|报价|库存|庫存|汇率|匯率|行情|가격|재고|환율|시세/iu,
]
const onDay = String.raw`at|of|on|vom|per|am|zum|au|(?:en date )?du|le|al?|del|em|de|op|van|na|ze?|ke?|den|на|от|la|στις`
/** These on the day of a date. */
const onThatDay = String.raw`[ :(]{0,2}(?:${from}(?:${onDay})${to})?(?: dni?a?| dzień)?[ :]?\u0001`
const quotesOnDay = [
  new RegExp(String.raw`${from}(?:${latinQuotes})${to}${onThatDay}`, 'iu'),
  new RegExp(String.raw`${from}(?:${otherQuotes})${to}${onThatDay}`, 'iu'),
]

/** What is said of them and of a page, but of other things as well. */
const data = [
  new RegExp(
    String.raw`${from}(?:data|figures|information|details|page|site|listings?|angaben|daten|informationen|seite|données|chiffres|informations?|page|datos|información|página|dados|informações|dati|informazioni|pagina|gegevens|dane|informacje|strona|údaje|stránka|adatok|oldal|uppgifter|sida|данные|информация|страница|дані|інформація|сторінка|veriler|sayfa)${to}`,
    'iu',
  ),
  /情報|データ|ページ|数据|數據|信息|资料|页面|데이터|정보|페이지/iu,
]

/** Said of such things, they hold on a day; said of others, this is a fact. */
const valid = [
  new RegExp(
    String.raw`${from}(?:valid|correct|accurate|current|gültig|gelten|gilt|aktuell|korrekt|valables?|valides?|exacts?|válid[oa]s?|vigentes?|valid[ie]|geldig|gelden|ważn\p{L}{1,3}|aktualn[eya]|aktuální|obowiązuj\p{L}{1,2}|platn\p{L}{1,2}|érvényes\p{L}{0,3}|gäller|giltig\p{L}{0,2}|gælder|gjelder|geçerli\p{L}{0,5}|ισχύουν|valabile|صالحة|נכונים|نافذة)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:действительн\p{L}{0,3}|действу\p{L}{1,3}|дійсн\p{L}{1,2}|чинн\p{L}{1,2})${to}`,
    'iu',
  ),
  /有効|有效|유효/iu,
]

/** Words of a check. */
const checks = [
  new RegExp(
    String.raw`${from}(?:checked|verified|confirmed|collected|observed|captured|recorded|rendered|loaded|created|geprüft|überprüft|ermittelt|erhoben|erfasst|geladen|erstellt|erzeugt|generiert|abgefragt|vérifiée?s?|relevée?s?|constatée?s?|collectée?s?|chargée?s?|consultée?s?)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:comprobad[oa]s?|verificad[oa]s?|consultad[oa]s?|obtenid[oa]s?|cargad[oa]s?|conferid[oa]s?|obtid[oa]s?|verificat[aeio]|controllat[aeio]|rilevat[aeio]|consultat[aeio]|gecontroleerd|opgehaald|geraadpleegd|sprawdzon\p{L}{1,2}|pobran\p{L}{1,2}|wygenerowan\p{L}{1,2}|ověřen\p{L}{1,2}|načten\p{L}{1,2}|kontrollera\p{L}{1,2}|ellenőrizve)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:указан|провер|загруж|получ|сформирован|собран|сгенерирован|создан)\p{L}{0,4}|(?:перевірен|отриман|завантажен|сформован)\p{L}{0,3})${to}`,
    'iu',
  ),
  /確認|取得|核实|核對|采集|확인/iu,
]

/** The last time that it was checked. */
const last = [
  new RegExp(
    String.raw`${from}(?:last|latest|letzte[rns]?|derni(?:ère|er)s?|últim[oa]s?|ultim[oa]|laatste|ostatni[ae]?|poslední|posledná|последн\p{L}{2}|останн\p{L}{1,2}|senaste|seneste|siste|son|utols[óo]|ultima|τελευταί\p{L}{1,2}|viimeisin|آخر|אחרונ\p{L}{1,2})${to}`,
    'iu',
  ),
  /最終|最后|最後|上次|마지막|최근/u,
]
const looks = [
  new RegExp(
    String.raw`${from}(?:check|verification|review|sync|import|refresh|überprüfung|prüfung|kontrolle|abfrage|vérification|contrôle|synchronisation|consultation|comprobación|verificación|consulta|sincronización|verificação|sincronização|verifica|controllo|sincronizzazione|controle|weryfikacja|synchronizacja|kontrola|kontroll|проверк[аи]|сверк[аи]|синхронизаци[яи]|выгрузк[аи]|перевірк[аи]|kontrol|denetim|ellenőrzés|verificare|έλεγχος|فحص|تحقق|בדיקה)${to}`,
    'iu',
  ),
  /検査|確認|チェック|检查|檢查|核对|核查|同步|확인|점검|동기화/u,
]

/** A date with these words is a fact: from when, or until when, something holds. */
const limits = [
  new RegExp(
    String.raw`${from}(?:effective|applies|applicable|in force|until|till|deadline|due|expires?|from|starts?|begins?|opens?|closes?|released?|version|next)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:wirksam|in kraft|bis|ab|frist|fällig|tritt|beginnt|endet|veröffentlicht|nächste[rns]?)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:en vigueur|jusqu['’]?(?:au|à)?|avant|à partir|dès|échéance|prochaine?)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:vigor|hasta|antes|desde|vence|plazo|próxim[oa]|até|prazo)${to}`,
    'iu',
  ),
  new RegExp(String.raw`${from}(?:vigore|fino|entro|dal|scadenza|prossim[oa])${to}`, 'iu'),
  new RegExp(
    String.raw`${from}(?:tot|vanaf|uiterlijk|volgende|do|od|termin|från|till|t\.?o\.?m|fra|til)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:до|с|со|срок|следующ\p{L}{0,4}|від|по(?! состоянию)|kadar|itibaren|έως|από|-?tól|-?ig)${to}`,
    'iu',
  ),
  /まで|期限|締切|から|次回|生效|起|(?<!截)至|到期|之前|下次|까지|마감|부터|다음/iu,
]

/** From one date to another. */
const twoDates = new RegExp(String.raw`\u0001[^\p{L}\u0001]{0,20}\p{L}[^\u0001]*\u0001`, 'u')

const today = new RegExp(
  String.raw`${from}(?:heute|aujourd['’]hui|hoy|oggi|hoje|vandaag|dzi(?:ś|siaj)|dnes|idag|i dag|tänään|bugün|σήμερα|сегодня|сьогодні|today|azi)${to}`,
  'iu',
)
const todayMarks = /今日|本日|今天|오늘/u
const todayLettersMax = 16

export const isAny = (patterns: readonly RegExp[], text: string) =>
  patterns.some((pattern) => pattern.test(text))

/** Whether the words of a short text beside its dates say when the page or its data were made. Names of days are masked that are also words. */
export function isUpdateText(text: string, masked: string): boolean {
  if (isAny(limits, text)) return false
  const isOfData = isAny(quotes, text) || isAny(data, text)
  if (isAny(valid, text)) return isOfData && !/\d/.test(masked) && !twoDates.test(masked)
  if (isAny(updates, text) || (isOfData && isAny(checks, text))) return true
  if (isAny(last, text) && isAny(looks, text)) return true
  if (isAny(quotesOnDay, masked) && countLetters(masked.split(dateMark).at(-1)) <= unitLettersMax)
    return true
  return countLetters(masked) <= todayLettersMax && (today.test(text) || todayMarks.test(text))
}

const countLetters = (text = '') => text.match(/\p{L}/gu)?.length ?? 0
/** Behind the day stands no more than a currency. */
const unitLettersMax = 12

/** All of them, which take a tenth of a second to compile. */
export const momentPatterns = [
  ...updates,
  ...quotes,
  ...quotesOnDay,
  ...data,
  ...valid,
  ...checks,
  ...last,
  ...looks,
  ...limits,
  today,
]

export const removeAll = (patterns: readonly RegExp[], text: string) =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text)
