/** Words that say when a page was made. Each list has a line per language, or per group of languages. */

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
  /(?<![\p{L}\p{M}])(?:frissít\p{L}+|módosít\p{L}+|actualizat[ăe]?|actualizare|modificată?|actualitza\p{L}+|darrera modificació|eguneratu\p{L}*|eguneraketa|ажурирано|izmijenjeno|spremenjeno|zmenené|muudetud|pakeista|labots)(?![\p{L}\p{M}])/iu,
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

/** All of them, which take a tenth of a second to compile. */
export const momentPatterns = [...updates, ...facts]

export const removeAll = (patterns: readonly RegExp[], text: string) =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text)
