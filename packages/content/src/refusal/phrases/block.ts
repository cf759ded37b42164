import type { Phrases } from './phrases.ts'

/** Access denials. */
export const block: Phrases = {
  kind: 'block',
  whole: [
    /^\W{0,9}(?:(?:http |error )?403\b|forbidden)|403 (?:error|forbidden)|don't have permission to (?:access|view)|not acceptable/m,
    /suspicious (?:activity|behaviou?r) (?:from|on|in|has|was)|unauthori[sz]ed activity|web ?page blocked|been blocked by|(?:vpn|proxy|proxies) (?:or (?:vpn|proxy) )?(?:has been |was )?detected|unsupported (?:browser|client)/,
    /^\W{0,3}no (?:crawlers|bots|robots|scrap\w{1,6})|can't visit this page|you do not have access|not in allowlist|blocked by (?:the |our )?(?:security )?(?:policy|administrator|rules)|looks like an attack|疑似攻击/m,
  ],
  topic:
    /\baccess\b|automated tools|\bscrapers?\b|\bcrawlers?\b|ai agents|\bip(?: address| adres)?\b|\brequests?\b|\bvisit(?:or)?\b|\bclient\b|\bsession\b|\bconnections?\b|your (?:activity|traffic|network)|firewall|zugriff|zugang|anfrage|\bacces\b|requete|acceso|peticion|solicitud|acesso|solicitac|accesso|richiesta|toegang|verzoek|dostep|zadanie|доступ|запрос|ip-адрес|erisim|isteg|atkomst|begaran|adgang|anmodning|pristup|アクセス|访问|请求|접근|접속|요청|الوصول|доступ|запит|\bpaasy\b|pyynto|hozzaferes|kerese?t?|accesul|cererea|προσβαση|truy cap|akses|tilgang|foresporsel/,
  cue: /denied|blocked|banned|rejected|forbidden|blacklist|blocklist|refused|restricted|flagged|malicious|(?:not|no longer) (?:allowed|permitted|accepted|welcome)|is(?: considered)? unusual|verweigert|gesperrt|blockiert|nicht erlaubt|abgelehnt|refuse|bloque|interdit|denegad|bloquead|rechaz|prohibid|negad|recusad|negat|bloccat|rifiutat|vietat|geweigerd|geblokkeerd|zablokow|odrzuc|zabronion|odmow|запрещ|заблокир|отказан|отклонен|закрыт|engellen|reddedil|yasak|nekad|blockera|naegtet|afvist|blokere|zamitnut|zablok|拒否|禁止|許可されて|ブロック|制限|拒绝|拦截|阻断|封禁|차단|거부|금지|محظور|مرفوض|заборонен|заблокован|відхилен|estetty|evatty|hylatty|megtagadva|letiltva|elutasit|blocat|interzis|respins|απορριφθ|αποκλει|απαγορευ|bi (?:chan|tu choi|cam)|ditolak|diblokir|nektet|avvist/,
}
