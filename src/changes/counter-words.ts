import { isAny, removeAll } from './moment-words.ts'
import { readTimeWords, unitNames } from './time-words.ts'

/** Words of counters and countdowns. Each list has a line per language, or per group of languages. */

/** A word begins and ends beside anything that is no letter. */
const from = String.raw`(?<![\p{L}\p{M}])`
const to = String.raw`(?![\p{L}\p{M}])`

const count = '#(?:k|m|mio\\.?|tsd\\.?|mil|тыс\\.?|млн\\.?|万|萬|만)?[+]?'

/** Things that are counted by visits, in other languages than English (`normalise-text.ts`): a text that holds one beside a number and nothing else is a counter. */
const german = String.raw`${from}(?:aufrufe?|ansichten|zugriffe?|klicks?|besucher|besuche|leser|gäste|mitglieder|abonnenten|kommentare?|antworten|downloads|gefällt)${to}`
const french = String.raw`${from}(?:vues?|lectures?|visites?|visiteurs?|abonnés?|commentaires?|réponses?|j['’]aime|téléchargements?|membres?|invités?|partages?|clics?)${to}`
const iberian = String.raw`${from}(?:vistas?|visitas?|visualizaciones|visitantes|lecturas?|seguidores|suscriptores|comentarios?|respuestas?|descargas?|miembros|usuarios|me gusta|visualizações|leituras?|inscritos|comentários?|curtidas|membros)${to}`
const italian = String.raw`${from}(?:visualizzazioni|visite|visitatori|letture|iscritti|commenti|risposte|scaricamenti|mi piace|utenti|ospiti)${to}`
const dutchPolish = String.raw`${from}(?:weergaven|bezoeken|bezoekers|reacties|volgers|abonnees|keer bekeken|wyświetle(?:ń|nia)|odsłon[ya]?|odwiedzin|komentarz[ey]?|komentarzy|obserwujących|pobrań|polubień)${to}`
const russian = String.raw`${from}(?:просмотр(?:ов|а|ы)?|посещени[йяе]|посетител(?:ей|я)|гост(?:ей|я)|комментари(?:ев|я|и|й)|ответ(?:ов|а)|подписчик(?:ов|а)|скачивани[йя]|лайк(?:ов|а)|участник(?:ов|а)|прочитали|переглядів|перегляди|відвідувачів|коментарів)${to}`
const other = String.raw`${from}(?:visningar|visninger|besök|besøk|kommentarer|följare|følgere|görüntülenme|görüntüleme|okunma|ziyaretçi|yorum|takipçi|zobrazení|katselukertaa|προβολές|مشاهدات|مشاهدة|زيارة|צפיות|lượt xem|kali dilihat)${to}`
const japanese = String.raw`(?:(?:閲覧|アクセス|再生|訪問|ダウンロード)(?:回)?(?:者)?数|いいね|ビュー|コメント(?:数)?|フォロワー|pv)`
const chinese = String.raw`(?:(?:浏览|瀏覽|阅读|閱讀|点击|點擊|访问|訪問|播放|下载|下載|点赞|按讚|评论|評論|收藏|回复|回覆|人气|人氣|粉丝)(?:量|数|數|次数|次數)?)`
const korean = String.raw`(?:조회(?:수)?|방문자|댓글|좋아요|추천|구독자|다운로드)`
const thai = String.raw`(?:เข้าชม|ผู้ชม)`
const times = '(?: ?(?:次|回|件|人|명|회|x|×))?'

const counters = [
  new RegExp(String.raw`${count}${times} ?の?${german}`, 'giu'),
  new RegExp(String.raw`${german} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${french}`, 'giu'),
  new RegExp(String.raw`${french} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${iberian}`, 'giu'),
  new RegExp(String.raw`${iberian} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${italian}`, 'giu'),
  new RegExp(String.raw`${italian} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${dutchPolish}`, 'giu'),
  new RegExp(String.raw`${dutchPolish} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${russian}`, 'giu'),
  new RegExp(String.raw`${russian} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${other}`, 'giu'),
  new RegExp(String.raw`${other} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${japanese}`, 'giu'),
  new RegExp(String.raw`${japanese} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${chinese}`, 'giu'),
  new RegExp(String.raw`${chinese} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${korean}`, 'giu'),
  new RegExp(String.raw`${korean} ?[:：(]? ?${count}${times}`, 'giu'),
  new RegExp(String.raw`${count}${times} ?の?${thai}`, 'giu'),
  new RegExp(String.raw`${thai} ?[:：(]? ?${count}${times}`, 'giu'),
]

/** People who may be counted, in all languages. */
const people = String.raw`(?:people|persons?|users?|visitors?|customers?|shoppers?|others?|travell?ers?|guests?|members?|readers?|viewers?|buyers?|fans?|personen|nutzer(?:innen)?|besucher(?:innen)?|kunden|menschen|gäste|leute|mitglieder|andere|leser|käufer|personnes?|utilisateurs?|visiteurs?|clients?|internautes?|voyageurs|autres|personas?|usuarios?|visitantes?|clientes?|viajeros|pessoas?|usuários?|persone|utenti|visitatori|clienti|persones|mensen|bezoekers|klanten|anderen|osób|osoby|osoba|osob|użytkowników|klientów|lidí|lidé|uživatelů|zákazníků|návštěvníků|ľudí|ľudia|ljudi|ember|felhasználó|látogató|vásárló|oameni|persoane|utilizatori|человека?|людей|пользовател\p{L}{1,3}|покупател\p{L}{1,3}|посетител\p{L}{1,3}|особи?|людини?|користувач\p{L}{0,3}|души|хора|άτομα|χρήστες|επισκέπτες|kişi|personer|besökare|användare|kunder|mennesker|besøgende|brugere|brukere|ihmistä|henkilöä|käyttäjää|kävijää|inimest|kasutajat|cilvēki|lietotāji|žmonės|žmonių|người|khách|orang|pengguna|pengunjung|लोग|शख़्स|জন|(?:شخص|مشاهد|زائر|مستخدم)[\p{L}\p{M}]{0,4}|نفر|אנשים|גולשים|צופים|คน)`
/** What they do at this moment, or have done. */
const deeds = String.raw`(?:carts?|baskets?|bags?|wish ?lists?|viewing|watching|looking|reading|browsing|bought|purchased|ordered|booked|viewed|visited|saved|favou?rited|added|online|shopping|typing|listening|angesehen|gekauft|bestellt|gebucht|aktiv|gemerkt|(?:sehen|schauen)(?: \p{L}{1,14}){0,5} (?:an|zu)|regardent|consultent|voient|lisent|acheté|commandé|réservé|en ligne|vu|viendo|mirando|compraron|comprado|en línea|vieron|reservado|vendo|compraram|agora|ahora|guardando|visualizzando|acquistato|comprato|in linea|mirant|bekijken|gekocht|bekeken|besteld|ogląda|oglądają|przegląda|przeglądają|kupiło|prohlíží|prohlížejí|sleduje|sledují|koupilo|prezerá|pozerá|kúpilo|gleda|kupilo|nézi|nézik|vásárolta|vizualizează|privesc|văd|cumpărat|смотр\p{L}{1,3}|просматрива\p{L}{1,3}|купил\p{L}{0,2}|заказал\p{L}{0,2}|сейчас|онлайн|перегляда\p{L}{1,3}|дивл\p{L}{1,4}|купил\p{L}|разглежда\p{L}{0,2}|гледат|βλέπουν|κοιτάζουν|αγόρασαν|bakıyor|inceliyor|görüntülüyor|satın aldı|sepetinde|tittar|kollar|köpt|ser på|kigger|købt|kjøpt|katsoo|katselee|selaa|ostanut|vaatab|ostis|skatās|žiūri|đang xem|đã mua|melihat|membeli|देख|দেখছে\p{M}{0,2}|(?:يشاهد|يتصفح|اشترى)[\p{L}\p{M}]{0,4}|الآن|حاليا|مشاهده|צופים|צופות|מסתכלים|עכשיו|כעת|กำลังดู|ซื้อ)`
const some = String.raw`(?: [\p{L}\p{M}'’]{1,14})`

/** What others do at this moment, or have done: `17 people are viewing this`, `viewed 1,204 times`. */
const audiences = [
  new RegExp(
    String.raw`${from}${count}${some}{0,2} ?${people}(?=(?:${some}| #){0,9} ?${deeds}${to})`,
    'iu',
  ),
  new RegExp(String.raw`${from}${deeds}${some}{0,3} ${count}${some}{0,1} ?${people}${to}`, 'iu'),
  new RegExp(
    String.raw`${from}(?:(?:viewed|read|visited|seen|downloaded|played|watched|shared|liked|bought|sold|booked|used|clicked)(?: by)?(?: over| more than)? ${count}(?: times?| people| users?| customers?)?)${to}`,
    'iu',
  ),
  new RegExp(String.raw`${from}(?:(?:online|онлайн|сейчас|зараз)[^.!?#]{0,24}${count})${to}`, 'iu'),
  new RegExp(
    String.raw`${from}(?:${count}[ -]?(?:mal|x) (?:angesehen|gelesen|gekauft|aufgerufen|verkauft|heruntergeladen|geteilt|gebucht|bestellt)|(?:angesehen|gelesen|aufgerufen|verkauft):? ${count}(?: mal)?)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:vue?s?|lue?s?|consultée?s?|téléchargée?s?|achetée?s?|vendue?s?) ${count} fois|${count} fois (?:vue?|lue?|consultée?))${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:vist[oa]s?|leíd[oa]s?|descargad[oa]s?|vendid[oa]s?|lid[oa]s?|visualizad[oa]s?|baixad[oa]s?) ${count} (?:veces|vez|vezes)|${count} (?:veces|vezes) (?:vist[oa]|leíd[oa]|lid[oa]))${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:vist[oa]|lett[oa]|scaricat[oa]|vendut[oa]) ${count} volte|${count} keer (?:bekeken|gelezen|verkocht)|(?:wyświetlono|obejrzano|kupiono) ${count} raz[y]?|${count} kez (?:görüntülendi|okundu))${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:visitor|guest|besucher(?:in)?|visiteur|visitante|visitatore|bezoeker|посетитель)(?: number| no\.?| nr\.?| nummer| numéro| n[º°.]| número| numero| номер)?:? ${count}|${count}(?:st|nd|rd|th|\.)? (?:visitor|guest|besucher(?:in)?))${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${count} ?(?:人|名|件)が?[^。#]{0,16}(?:閲覧|見て|購入|検討|注文|予約|オンライン)|(?:閲覧|視聴|オンライン)[^。#]{0,6}${count} ?[人名回]`,
    'iu',
  ),
  new RegExp(
    String.raw`${count} ?(?:人|位|名)[^。#]{0,12}(?:浏览|瀏覽|观看|觀看|查看|正在看|购买|購買|付款|下单|在线|在線|线上|收藏|关注|看过|想要)|${count} ?次(?:浏览|瀏覽|阅读|閱讀|播放|下载|观看)|(?:在线|在線|线上|已售|销量|已有|月销)[^。#]{0,8}${count}`,
    'iu',
  ),
  new RegExp(
    String.raw`${count} ?(?:명|분)[^.#]{0,16}(?:보고|구매|조회|접속|주문|예약|시청)|(?:현재 접속자|접속자)[^.#]{0,6}${count}`,
    'iu',
  ),
]

/** A short text with one of these and a time is a countdown. */
const countdowns = [
  new RegExp(
    String.raw`${from}(?:(?:ends?|ending|expires?|closes?|closing|starts?|begins?|gone) in|time left|time remaining|countdown)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:endet|läuft ab|beginnt|startet|schließt|vorbei) in|restzeit|verbleibende zeit)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:termine|expire|finit?|commence|fini|clôture) dans|fin dans|temps restant)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:termina|acaba|finaliza|vence|expira|empieza|cierra|encerra|começa) en|(?:termina|acaba|expira|encerra|começa) em|tiempo restante|tempo restante)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:termina|scade|finisce|inizia) (?:tra|fra|in)|tempo rimanente|(?:eindigt|verloopt|begint) (?:over|in))${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:kończy się|wygasa|koniec|rozpoczyna się) za|(?:заканчивается|закончится|истекает|начн[её]тся) через|до конца|kalan süre|bitimine|slutar om)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`(?:残り|終了まで|还剩|還剩|剩余|剩餘|仅剩|僅剩|倒计时|倒計時|距[离離]?[^。#]{0,8}(?:结束|結束|开始|開始)|종료까지|마감까지|남은 시간)`,
    'iu',
  ),
  new RegExp(
    String.raw`#[^#]{0,12}${from}(?:left|remaining|to go|übrig|verbleibend|restantes?|restants?|rimanenti|resterend)${to}`,
    'iu',
  ),
  new RegExp(String.raw`(?:後に終了|で終了|后结束|後結束|남음|남았)`, 'iu'),
]

/** These are also said of cooking and walking: the time must be the end of the text. */
const remains = [
  /あと/u,
  new RegExp(String.raw`${from}(?:noch|nur noch|verbleib\p{L}+)${to}`, 'iu'),
  new RegExp(String.raw`${from}(?:(?:il |ne )?reste|plus que)${to}`, 'iu'),
  new RegExp(
    String.raw`${from}(?:quedan?|faltan?|restan?|faltam|restam|mancano|restano)${to}`,
    'iu',
  ),
  new RegExp(
    String.raw`${from}(?:nog|został[oay]?|pozostał[oay]?|остал(?:ось|ся|ась|ись)|залишилось|kalan|återstår|zbývá)${to}`,
    'iu',
  ),
]

/** All of them, which take a tenth of a second to compile. */
export const counterPatterns = [...counters, ...audiences, ...countdowns, ...remains]

/** A number; patterns see it as one character. */
const number = /\d+(?:[.,'’ \u202f\u00a0]\d{3})*(?:[.,]\d+)?/g
const numbered = (text: string) => text.replaceAll('#', '').replaceAll(number, '#')

/** Whether a short text says nothing but how many people do something, or how much time is left. */
export function isCounterText(text: string): boolean {
  const masked = numbered(text)
  if (isAny(audiences, masked)) return true
  const found = findTimes(masked)
  if (found.count === 0) return false
  return (found.isAtEnd && isAny(remains, masked)) || found.isAll || isAny(countdowns, masked)
}

/** Whether a text that no other word stands beside is a time or a part of one, such as `12 Hours`. */
export function mayBeOfTime(text: string): boolean {
  if (text.length > timeLengthMax) return false
  readTimeWords().toArray()
  const parts = numbered(text).toLowerCase().match(timePart) ?? []
  return parts.length > 0 && parts.every((part) => part === '#' || unitNames.has(part))
}

const timeLengthMax = 24

/** Whether a text is a time in days, hours, minutes and seconds, or in three of them, and nothing else. */
export const isCountdown = (text: string): boolean => findTimes(numbered(text)).isAll

const timePart = /#|[\p{L}\p{M}]+|:/gu
/** With fewer different units it may be how long something takes. */
const unitsMin = 3

/** The times in a masked text: a number and a unit each, or two numbers with a colon. */
function findTimes(masked: string) {
  readTimeWords().toArray()
  const parts = masked.toLowerCase().match(timePart) ?? []
  const units = new Set<string>()
  let [count, named, last] = [0, 0, -1]
  for (let at = 0; at < parts.length; at += 1) {
    const [number, unit = '', next] = parts.slice(at, at + 3)
    const isNamed = number === '#' && unitNames.has(unit)
    if (!isNamed && !(number === '#' && unit === ':' && next === '#')) continue
    if (isNamed) named = units.add(unit).size
    ;[count, at, last] = [count + 1, at + 1, at + 1]
  }
  const isAll = named >= unitsMin && named * 2 === parts.length
  return { count, isAtEnd: last === parts.length - 1, isAll }
}

/** Whether a text has nothing but counters. */
export function isCounters(text: string): boolean {
  const masked = numbered(text)
  const rest = removeAll(counters, masked)
  return rest !== masked && !/[\p{L}#]/u.test(rest)
}
