import type { Phrases } from './phrases.ts'

/** Too many requests, and queues in front of a site. */
export const rateLimit: Phrases = {
  kind: 'rate_limit',
  whole: [
    /too many requests|\bslow down\b|rate[- ]limit(?:ed|ing)? (?:is |has been |was )?(?:exceeded|reached|hit)|rate limited|^rate[- ]limit(?:ed|ing)?$/m,
    /you are (?:now )?in (?:the|our|a) waiting room|virtual (?:waiting room|queue)|you are (?:now )?in (?:line|the queue|a queue)|reached (?:your|the) (?:\S{1,12} )?limit|estimated wait|bandwidth limit|request limit (?:reached|exceeded)/,
    /warteraum|file d'attente virtuelle|sala de espera|fila de espera virtual|wachtrij geplaatst|(?:sie sind|you are|you're) (?:\S{1,10} )?(?:zu schnell|too fast)/,
  ],
  topic:
    /requests?\b|\bclick(?:s|ing)\b|\bquer(?:y|ies)\b|\bquota\b|page views|your address|anfragen|zugriffe|aufrufe|requetes|demandes|solicitud|peticiones|solicitac|requisic|acessos|richieste|verzoeken|aanvragen|zadan|zapytan|запрос|обращени|istek|forfragning|anmodning|pozadav|リクエスト|アクセス|请求|访问|操作|요청|접속|الطلبات|consultas|consultes|navigu|страниц|pyynto|kerel?s|kerest|solicitari|cereri|αιτηματ|yeu cau|permintaan|запит/,
  cue: /too (?:many|fast|quick|often|frequent|much)|exceeded|limit (?:of|reached|for)|reached|more \S{0,20} ?than|zu (?:viele|schnell|haufig)|uberschritten|trop|depasse|demasiad|excedid|superado|excesso|muitas|ultrapass|troppe|superato|te veel|te snel|zbyt|przekroczon|слишком|превы[сш]|перевищен|забагато|alcanzado|atteint|liian monta|tul sok|prea multe|παρα πολλα|qua nhieu|terlalu banyak|cok fazla|for (?:manga|mange)|prilis|多すぎ|集中|過ぎ|过于|太(?:多|快|频)|频繁|过(?:快|多|高)|超过|너무|초과|كثيرة/,
}
