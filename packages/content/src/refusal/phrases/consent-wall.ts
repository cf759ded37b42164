import type { Phrases } from './phrases.ts'

/** Pages that open only after a choice about cookies or a payment. */
export const consentWall: Phrases = {
  kind: 'consent_wall',
  whole: [
    // Questions about the age.
    /\bare you (?:(?:already )?(?:over|at least|above) )?(?:the )?(?:18|21|of legal|legal)\b|(?:of|the) legal (?:drinking |smoking )?age|(?:must|have to) be (?:at least |over )?(?:18|21)\b|(?:sind sie|bist du)\b[^.?]{0,20} (?:18|volljahrig)|avez-vous (?:plus de )?18 ans|(?:eres|es usted) mayor de (?:edad|18)|(?:sei|siete) maggiorenne|(?:voce )?(?:tem mais de 18|e maior de (?:idade|18))|ben je (?:18|ouder dan 18)|вам (?:уже )?(?:есть )?18|czy masz (?:ukonczone )?18/,
    /^\W{0,3}before you continue|(?:continue|read) (?:on )?with (?:ads|advertising)|and (?:continue|read) for free|mit werbung (?:weiter|lesen|nutzen)|weiter mit werbung|werbefrei(?:es)? (?:abo|lesen)|privacy gate/m,
    /bevor sie (?:fortfahren|weiter(?:gehen|lesen|surfen|machen)|zu)|avant d'acceder|avant de continuer|continuer sans accepter|antes de (?:continuar|ir a)|prima di continuare|voordat je (?:verder|doorgaat)/,
    /your privacy,? (?:your choice|is important|matters)|we value your privacy|cookie (?:consent|wall)|choisissez comment (?:acceder|continuer)|elige como (?:quieres )?(?:continuar|acceder|seguir)|escolha como (?:continuar|acessar)|scegli come (?:proseguire|continuare|accedere)|kies hoe je (?:verder|door)/,
  ],
  topic:
    /\bcookies?\b|\bconsent\b|your privacy|advertis|datenschutz|einwilligung|werbung|vie privee|consentement|accepter et|consentimiento|consentimento|privacidad|\bconsenso\b|toestemming|prywatnosc|\bzgod[ay]\b|pliki cookie|согласи|cookie|samtycke|samtykke|同意|クッキー|쿠키|동의|zustimmung|evaste(?:et|iden)|suostumu|sutik|hozzajarul|consimtamant|συγκαταθ|chap nhan|persetujuan|згод[аиу]|samtykke/,
  cue: /to (?:continue|read|view|access|use|proceed|keep)|subscri|we (?:value|care|respect|need|ask)|we and our|fortfahren|weiter|zustimmen|stimmen sie|\bnotig\b|erforderlich|\babo\b|continuer|acceder|lecture|fermer|abonn|seguir|continuar|suscri|aceite|assine|proseguire|continuare|abbona|verder|akkoord|nodig|abonnement|przejsc|zaakceptuj|subskryp|szanujemy|продолж|подписк|нужно|fortsatt|prenumer|behover|fortsaette|bruge|続|必要|继续|계속|필요|\bpay\b|payez|paga\b|bezahl|brauchen|priorit|jatka|tilaa|folytat|continua|συνεχισ|tiep tuc|lanjut|продовж|fortsette|abonner/,
}
