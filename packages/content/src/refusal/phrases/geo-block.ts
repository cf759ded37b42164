import type { Phrases } from './phrases.ts'

/** Not available in the country of the request. */
export const geoBlock: Phrases = {
  kind: 'geo_block',
  whole: [
    /(?:unavailable|not available|blocked) (?:due to|for) legal reasons|geo[- ]?(?:block|restrict)|outside (?:of )?(?:the|your) (?:country|region|licensed)|(?:export|sanctions) (?:regulations|laws|controls)/,
    /(?:blocks?|banned|restrict(?:s|ed)|den(?:y|ied|ies)) (?:access )?(?:to |from )?(?:your|the) (?:country|region|location|area)/,
    /(?:watched|played|viewed|seen|available) only (?:from |with)?in (?:the )?(?:united|uk\b|us\b|eu\b)|licensing reasons|wrong country|(?:only )?have the rights to (?:show|stream|broadcast)|alleen in (?:nederland|belgie)|bara visas i sverige/,
  ],
  topic:
    /(?:your|this) (?:current )?(?:country|region|location|area|territory|jurisdiction|geograph)|where you (?:are|live)|most european countr|european (?:union|economic)|(?:ihr|dein)\S{0,3} (?:land|region|standort)\b|votre (?:pays|region|zone|position|localisation)|\b(?:tu|su|vuestro) (?:pais|region|ubicacion|zona)|\b(?:seu|sua|teu|tua|tuo|suo|vostr[oa]) (?:pais|regiao|localizacao|paese|area|zona|regione|posizione)|\b(?:jouw|je|uw) (?:land|regio|locatie)\b|twoj?\S{0,3} (?:kraj|lokaliz|region)|ваш\S{0,3} (?:стран|регион|местополож)|ulken|bolgen|bulundugunuz (?:ulke|bolge)|\bditt? (?:land|omrade)|vas\S{0,2} (?:zem|regio)|お住まいの|ご利用の(?:国|地域)|(?:所在|您|你)的?(?:国家|地区|区域|地域)|해당 (?:국가|지역)|(?:국가|지역)(?:에서|은|에)|بلدك|منطقتك|ваші\S{1,3} (?:країн|краін|регіон)|(?:maassasi|alueellasi)|orszag|regiojaban|tara (?:dvs|dumneavoastra|ta)|regiunea|χωρα σας|περιοχη σας|(?:quoc gia|khu vuc) cua ban|(?:negara|wilayah) anda|landet ditt|din region/,
  cue: /\bnot\b|n't\b|cannot|unable|unavailable|block|restrict|denied|prohibit|\blimited\b|nicht|gesperrt|\bpas\b|indisponib|inaccessib|bloque|restreint|\bno\b|\bnao\b|\bnon\b|indispon|restring|bloccat|\bniet\b|geblokk|\bnie\b|niedostep|zablok|недоступ|запрещ|ограничи|ограничен|заблокир|закрыт|kullanilam|erisilem|engel|goruntulenem|\binte\b|\bikke\b|neni|nelze|いただけません|できません|制限|不|无法|限制|없|제한|차단|غير|\bei\b|nem |\bnu\b|δεν|khong|tidak|не доступ|ikke tilgj/,
}
