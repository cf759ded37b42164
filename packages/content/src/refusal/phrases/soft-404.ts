import type { Phrases } from './phrases.ts'

/** Pages that do not exist. */
export const soft404: Phrases = {
  kind: 'soft_404',
  whole: [
    /^\W{0,9}(?:(?:http |error |fehler |erreur |status |errore )?404(?: error| - error)?|(?:error |http )?404\W{1,5}(?:(?:page|file|site) )?not found|(?:sorry,? |oops!?,? )?not found|(?:oops\W{0,3})?nothing (?:here|to see here|was found here))\W{0,9}$/m,
    /(?:page|content) (?:is |was )?(?:currently )?(?:un|not )available\W{0,9}$|такои страницы нет|(?:seite|inhalt) (?:ist )?(?:leider )?nicht verfugbar|pagina (?:richiesta )?non e disponibile|sayfa mevcut degil|findes desvaerre ikke|页面不见了|^\W{0,3}(?:error|erreur|errore|fehler|ошибка|помилка|erro|fout|blad|hata|fel|fejl|virhe|hiba|eroare|σφαλμα|loi|kesalahan) 404\W{0,3}$/m,
  ],
  topic:
    /\b(?:page|url|content|article|document|product|item|listing|job|file|post|link)\b|\bseite\b|artikel|dokument|\binhalt|\blien\b|\bpagina|\barticulo|\bproducto|\bproduto|\bendereco|\barticolo|\bprodotto|\bstron[ay]\b|страниц|статья|товар|sayfa|\bsid[ae]n\b|\bside\b|stranka|ページ|页面|网页|商品|文章|내용|페이지|الصفحة|\bvacancy\b|\badvert|\boffer\b|\bcontenuto|contenido|\bconteudo|\bsivu|\boldal|σελιδα|сторінк|\btrang\b|halaman|stranica|\bstran\b|puslap|\blapa\b|\blehte?\b|ไม่พบ|דף|صفحه|पृष्ठ|您要找/,
  cue: /not found|(?:could|can)(?:n't| not|not|'t) (?:be )?f(?:ind|ound)|(?:does|do)(?:n't| not) exist|no longer (?:available|exist)|been (?:removed|deleted|moved|discontinued)|(?:has|have|is) gone|nicht gefunden|(?:existiert|gibt es|gibt's) (?:leider )?nicht|nicht mehr (?:verfugbar|vorhanden|auffindbar)|introuvable|n'existe|non trouvee|inexistante|\bno (?:existe|encontr|se encontr|se ha encontr|hemos encontr|disponible)|\bnao (?:existe|foi encontr|encontr|localiz)|\bnon (?:esiste|esistente|trovat|e stat[ao] trovat)|inesistente|niet gevonden|bestaat niet|\bnie (?:istnieje|znaleziono|zostala)|(?:не наиден|не существует|удалена?)|bulunama|hittades inte|kunde inte hittas|finns inte|ikke (?:fundet|findes)|findes ikke|nenalezen|neexistuje|見つかりません|存在しません|削除され|不存在|找不到|未找到|已被?(?:删除|下架)|찾을 수 없|존재하지|삭제되|غير موجود|لم نتمكن|has expired|no longer (?:open|active|online)|no page at|broken|isn't available|rimoss|non (?:e|sono) piu disponibil|\bsumiu|no longer there|ei loyt|ei ole olemassa|nem talalhato|nem letezik|nu a fost gasit|nu exista|δεν (?:βρεθηκε|υπαρχει)|не знаиден|не існує|видален|khong (?:tim thay|ton tai)|tidak (?:ditemukan|ada)|nije pronaden|ne (?:postoji|obstaja)|nenasla|nerastas|nav atrast|ei leitud|no trobad|finnes ikke|ikke funnet|не е намерен|หน้า|לא נמצא|יافת نشد|یافت نشد|नहीं मिला|走丢|下架/,
}
