/**
 * Words that name the moment at which a page was made: updates and relative times. Each list has a line
 * per language, or per group of languages.
 */

/** A word begins and ends beside anything that is no letter. */
const from = String.raw`(?<![\p{L}\p{M}])`
const to = String.raw`(?![\p{L}\p{M}])`

const updates = [
  /(?<![\p{L}\p{M}])(?:(?:last|latest|recent) (?:updates?|updated|modifi\p{L}+|edit\p{L}*|changed?|refresh\p{L}*|check\p{L}*|sync\p{L}*|crawl\p{L}*|build|commit|revi\p{L}+)|updated|modified|edited|refreshed|regenerated|generated|retrieved|fetched|cached|as of|as at|synced|snapshot)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:stand|datenstand|zuletzt|aktualisier(?:t|ung)|(?:letzte[rns]?) (?:änderung|bearbeitung|überarbeitung|abruf|prüfung)|geändert|bearbeitet|abgerufen|überarbeitet)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:(?:dernières?|derniers?) (?:modification|actualisation|relevé|révision|changements?)|mises? à jour|mis à jour|modifiée?|actualisée?|consultée?|données (?:au|du)|générée?)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:últim[oa]s? (?:modificaci\p{L}+|modificação|revisi\p{L}+|revisão|cambios?|alteração|edición|edição|consulta)|actualizad[oa]s?|actualización|modificad[oa]|generad[oa]|datos (?:a|al|del)|atualizad[oa]s?|atualização|gerad[oa])(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:ultim[oa] (?:modifica|revisione|controllo)|aggiornat[oaie]|aggiornamento|modificat[oa]|dati al)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:laatst|laatste (?:wijziging|update|controle)|bijgewerkt|gewijzigd|aangepast|ververst)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:aktualizacj[aię]|zaktualizowan[oaey]|zmodyfikowan[oaey]|ostatnia (?:zmiana|modyfikacja|edycja)|stan na|dane z)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:aktualiz(?:ace|ácia|ováno|ované)|naposledy|poslední (?:změna|úprava)|ažurirano|posodobljeno|zadnja promjena)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:последн(?:ее|яя|ие) (?:изменени[ея]|правка|редакция|проверка)|обновлени[ея]|обновлен[оаы]?|обновлён|изменен[оа]|изменён|по состоянию на|данные на|актуально на)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:оновленн?я|оновлено|останн[єя] (?:зміна|редагування)|змінено|станом на|обновена|актуализира\p{L}+)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:ενημερώθηκε|ενημέρωση|τελευταία (?:αλλαγή|τροποποίηση))(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:güncelleme|güncellendi|güncellenme|son değişiklik|değiştirilme)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:uppdatera[dt]|senast ändra[dt]|opdateret|sidst ændret|oppdatert|sist endret|päivitetty|muokattu|viimati|uuendatud|atjaunin\p{L}+|atnaujin\p{L}+)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:frissít\p{L}+|módosít\p{L}+|actualizat[ăe]?|actualizare|modificată?)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:cập nhật|sửa đổi|diperbarui|dikemas ?kini|kemas ?kini|pembaruan)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:अद्यतन|अपडेट|আপডেট|হালনাগাদ)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:تحديث|التحديث|تعديل|به‌روزرسانی|بروزرسانی|עודכן|עדכון)(?![\p{L}\p{M}])/iu,
  /最終更新|最終変更|更新|取得日|現在|時点|改訂日/iu,
  /更新|最后修改|最後修改|修改时间|修改於|修改于|最后编辑|最後編輯|截至|截止|获取于|抓取/iu,
  /업데이트|갱신|최종 ?수정|마지막 ?수정|수정일|기준/iu,
  /อัปเดต|อัพเดท|ปรับปรุงเมื่อ|ปรับปรุงล่าสุด|แก้ไขล่าสุด/iu,
  // From when prices are.
  /(?<![\p{L}\p{M}])(?:(?:prices?|rates?|quotes?|figures|data)(?: \p{L}{1,12}){0,3} (?:at|of|on)|preise?(?: \p{L}{1,12}){0,2} (?:vom|per|am)|kurse? vom|(?:prix|tarifs|cours|chiffres) (?:relevés |constatés )?(?:au|du)|precios? (?:a|al|del)|preços? (?:a|em|de)|prezzi (?:al|del)|prij(?:s|zen) (?:per|van|op)|ceny? (?:na|z)|цены?(?: \p{L}{1,16})? на|fiyatlar)(?![\p{L}\p{M}])/iu,
]

/** A date with these words is a fact: from when, or until when, something holds. */
const facts = [
  /(?<![\p{L}\p{M}])(?:effective|valid|applies|applicable|in force|until|till|deadline|due|expires?|from|starts?|begins?|opens?|closes?|released?|version|next)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:gültig|gilt|gelten|wirksam|in kraft|bis|ab|frist|fällig|tritt|beginnt|endet|veröffentlicht|nächste[rns]?)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:valables?|en vigueur|jusqu['’]?(?:au|à)?|avant|à partir|dès|échéance|prochaine?)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:válid[oa]s?|vigente|vigor|hasta|antes|desde|vence|plazo|próxim[oa]|até|prazo)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:valid[oaie]|vigore|fino|entro|dal|scadenza|prossim[oa])(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:geldig|tot|vanaf|uiterlijk|volgende|ważn[eyai]+|obowiązuje|do|termin|platn[éýá]|gäller|giltig)(?![\p{L}\p{M}])/iu,
  /(?<![\p{L}\p{M}])(?:действует|действительн\p{L}*|до|с|срок|следующ\p{L}*|чинн\p{L}*|geçerli|kadar|ισχύει|έως)(?![\p{L}\p{M}])/iu,
  /有効|まで|期限|締切|から|次回|有效|生效|起|到期|之前|下次|유효|까지|마감|부터|다음/iu,
]

export const isAny = (patterns: readonly RegExp[], text: string) =>
  patterns.some((pattern) => pattern.test(text))

/** Whether the words of a short text beside its dates say when the page or its data were made. */
export const isUpdateText = (text: string): boolean => isAny(updates, text) && !isAny(facts, text)

const amount = String.raw`(?:\d{1,4}|an?|one|ein(?:er|em|e)?|une?|un[oa]?|uma?|een|en|ett|et|few|some|wenigen|quelques|unos|pocos|pochi|alcuni|alguns)`
const ending = String.raw`\p{L}{0,5}`

const agoPatterns = [
  new RegExp(
    String.raw`${from}(?:(?:vor|seit) (?:etwa |ca\.? |rund |über )?${amount} (?:sek|min|stunde|std|tag|woche|monat|jahr)${ending}|gerade eben|soeben|gestern|vorgestern)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:il y a|depuis) (?:environ |plus de )?${amount} (?:s|sec|min|mn|h|heure|j|jour|semaine|mois|an)${ending}|hier)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:hace|desde hace) (?:unos |unas |más de )?${amount} (?:s|seg|min|h|hora|día|semana|mes|año)${ending}|ayer)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:há (?:cerca de )?${amount} (?:s|seg|min|h|hora|dia|semana|m[êe]s|ano)${ending}(?: atrás)?|${amount} (?:seg|min|hora|dia|semana|m[êe]s|ano)${ending} atrás|ontem)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:${amount} (?:second|minut|or|giorn|settiman|mes|ann)${ending} fa|ieri)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:${amount} (?:second|minu|uur|uren|dag|we|maand|ja)${ending} geleden|gisteren)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:${amount} )?(?:sekund|minut|godzin|dni|dzień|tygod|miesi|lat|rok)${ending} temu|wczoraj)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:před ${amount} (?:sekund|minut|hodin|dn|týdn|měsíc|let|rok)${ending}|včera)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:${amount} )?(?:сек|мин|час|д|недел|месяц|год|лет|лет)${ending}\.? назад|(?:${amount} )?(?:сек|хв|годин|дн|тижн|місяц|рок)${ending} тому|вчера|вчора|только что|щойно)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:för|for) ${amount} (?:sek|min|tim|dag|dog|veck|uge|uke|månad|måned|år)${ending} (?:sedan|siden)|${amount} (?:sek|min|tim|dag|dog|veck|uge|uke|månad|måned|år)${ending} (?:sedan|siden)|igår|i går)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:${amount} (?:sekun|minuut|tun|päiv|viik|kuukau|vuo)${ending} sitten|${amount} (?:saniye|dakika|saat|gün|hafta|ay|yıl)${ending} önce|dün)${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`${from}(?:(?:πριν|منذ|قبل|לפני) (?:από )?${amount} [\p{L}\p{M}]{1,12}|${amount} [\p{L}\p{M}]{1,12} (?:पहले|আগে|trước|yang lalu|lalu))${to}`,
    'giu',
  ),
  new RegExp(
    String.raw`\d{1,4} ?(?:秒|分|時間|日|週間|[かヶカケ]月|年)前|たった今|さきほど`,
    'giu',
  ),
  new RegExp(
    String.raw`\d{1,4} ?(?:秒钟?|分钟|分鐘|个?小时|個?小時|天|周|週|个?星期|個?星期|个月|個月|年)(?:之?前|以前)|刚刚|剛剛|昨天`,
    'giu',
  ),
  new RegExp(String.raw`\d{1,4} ?(?:초|분|시간|일|주|개월|달|년) ?전|방금|어제`, 'giu'),
  new RegExp(String.raw`\d{1,4} ?(?:วินาที|นาที|ชั่วโมง|วัน|สัปดาห์|เดือน|ปี)(?:ที่แล้ว|ก่อน)`, 'giu'),
]

/** All of them, which take a tenth of a second to compile. */
export const momentPatterns = [...updates, ...facts, ...agoPatterns]

/** Removes `3 hours ago` in other languages than English. */
export const withoutRelativeTimes = (text: string): string => removeAll(agoPatterns, text)

export const removeAll = (patterns: readonly RegExp[], text: string) =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text)
