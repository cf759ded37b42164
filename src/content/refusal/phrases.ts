import type { RefusalKind } from './refusal.ts'

/** Names of elements, classes, ids and addresses that checks for robots are made of. */
export const challengeMarkup =
  /captcha|turnstile|altcha|anomaly[-_]|challenge-(?:form|platform\/h|running|stage)|cf-chl|px-block|\/sorry\//i

/** Sentences of checks for robots. */
const challenge =
  /just a moment|attention required|unusual (?:traffic|activity)|automated (?:queries|requests|access|traffic)|(?:not|isn't|aren't|are you) (?:an? )?(?:ro)?bot\b|robot or human|(?:are|you're) (?:a )?human|verify(?:ing)? (?:that )?(?:you|your (?:browser|connection|identity)|it'?s you)|(?:human|browser|bot) (?:verification|challenge|check)|validating your browser|security (?:check|verification|challenge)|checking (?:your browser|if the site|the security|that you)|check your browser|bots use|enable (?:javascript|js|cookies) (?:and|to (?:continue|view|proceed|access))|pardon our interruption|press (?:&|and) hold|(?:complete|solve|enter) the (?:captcha|security check|characters)|characters you see|one moment, please|ddos protection|client challenge|robot challenge|kein (?:ro)?bot\b|ungewöhnlichen? (?:datenverkehr|zugriffe)|sicherheitsüberprüfung|trafic inhabituel|(?:pas|êtes) un robot|vérification de sécurité|tráfico inusual|no (?:eres|soy) un robot|verificación de seguridad|não (?:é|sou) um robô|non sei un robot|не робот|проверка (?:браузера|безопасности)|安全验证|人机验证|滑动验证|正在检查|ロボットではありません|로봇이 아닙니다/i

const rateLimit =
  /too many requests|rate[- ]limit|request limit|slow down|requests? (?:rate|frequency)|exceeded (?:the|your) (?:number|limit|quota)|zu viele (?:anfragen|zugriffe)|trop de (?:requêtes|demandes)|demasiadas (?:solicitudes|peticiones)|muitas (?:solicitações|requisições)|troppe richieste|слишком (?:много|часто)|(?:请求|访问)(?:过于|太)频繁|リクエストが多すぎ|요청이 너무 많/i

const geoBlock =
  /(?:not|isn't|aren't|un) ?available (?:in|from|for|to (?:users|visitors|readers) (?:in|from)) (?:your|the|most|this|some) (?:current )?(?:country|region|location|area|territory|european|eu\b)|(?:blocks?|banned|restrict(?:s|ed)|den(?:y|ied|ies)) (?:access )?(?:to |from )?(?:your|the) (?:country|region|location|area)|(?:from|in) (?:your|this) (?:country|region|location|area) (?:is|has been|are) (?:\w{1,20} )?(?:blocked|restricted|limited|denied|not)|unavailable (?:due to|for) legal reasons|outside (?:of )?(?:your|the) (?:country|region|licensed)|geo[- ]?(?:block|restrict)|nicht in (?:ihrem|deinem|ihrer|deiner) (?:land|region) verfügbar|in (?:ihrem|deinem|ihrer|deiner) (?:land|region) (?:leider )?nicht verfügbar|pas disponible dans votre (?:pays|région)|no (?:está )?disponible en (?:tu|su) (?:país|región)|não (?:está )?disponível (?:no seu país|na sua região)|non (?:è )?disponibile nel tuo paese|недоступ\S{0,8} (?:в|для) ваш\S{0,8} (?:стран|регион)|(?:您|你)所在的?(?:国家|地区)|お住まいの(?:国|地域)/i

const block =
  /access (?:to (?:this|the) (?:page|site|website|resource) )?(?:(?:has|have|is|was) )?(?:been )?(?:denied|blocked|restricted|forbidden)|^\W{0,9}(?:403|forbidden|error 403|http 403)|403 (?:error|forbidden)|(?:you|ip|address|request|page|visitor|session)\S{0,8} (?:has|have|was|is|are) (?:been )?(?:temporarily )?(?:blocked|banned|rejected|denied)|request (?:blocked|rejected|denied)|web ?page blocked|been blocked by|unauthori[sz]ed activity|not acceptable|don't have permission|suspicious (?:activity|behaviou?r)|zugriff (?:verweigert|gesperrt)|accès (?:refusé|interdit)|acceso (?:denegado|bloqueado)|acesso (?:negado|bloqueado)|accesso (?:negato|bloccato)|доступ\S{0,8} (?:запрещ|ограничен|заблокирован)|访问被(?:拒绝|拦截|阻断)|禁止访问|请求(?:已)?被(?:拦截|阻断)|アクセスが(?:拒否|制限)|접근이 (?:거부|차단)/i

const consentWall =
  /before you continue|(?:accept|agree to|consent to) (?:\w{1,20} ){0,3}cookies to (?:continue|read|view|access|use)|continue with (?:ads|advertising)|(?:read|continue) (?:on )?with (?:ads|advertising)|mit werbung (?:weiter|lesen|nutzen)|weiter mit werbung|werbefrei(?:es)? (?:abo|lesen)|bevor sie (?:fortfahren|weiter|zu)|avant d'accéder|avant de continuer|accepter et (?:continuer|fermer)|continuer sans accepter|antes de (?:continuar|ir a)|prima di continuare|voordat je (?:verder|doorgaat)|we value your privacy|we (?:and our partners )?(?:need|ask for) your consent|your privacy (?:choices|matters)|wij hebben (?:jouw|uw|je) toestemming|cookie (?:consent|wall)/i

const loginWall =
  /(?:you must|you need to|you have to|please|must be|to be) (?:be )?(?:log(?:ged)?|sign(?:ed)?)[ -]?in|(?:log|sign) ?in (?:to (?:continue|view|see|read|access|your)|required|or (?:sign|join|register|create))|(?:log|sign)[ -]?in$|^\W{0,9}(?:log|sign)[ -]?in\b|authentication required|authorization required|login required|join (?:now )?to (?:view|see|continue)|members[ -]only|enter (?:store )?(?:using )?password|password protected|bitte (?:melden sie sich|einloggen|anmelden)|(?:^|\W)(?:anmelden|anmeldung|einloggen)$|(?:connectez-vous|identifiez-vous|se connecter$|connexion$)|(?:inicia(?:r)? sesión|inicie sesión)|(?:faça login|fazer login|entrar$)|(?:accedi$|effettua l'accesso)|inloggen$|войдите|авториз(?:уйтесь|ация$)|请(?:先)?登录|登录$|ログイン(?:して|$)|로그인/i

/** Title segments and headings of pages that do not exist. */
export const notFoundTitles =
  /^\W{0,9}(?:(?:http |error |fehler |erreur |status )?404(?: error| - error)?|(?:error |http )?404\W{1,5}(?:(?:page|file|site) )?not found|(?:(?:the|this|that|sorry,?|oops!?,?) ){0,3}(?:requested )?(?:page|url|content|article|product|item|file)(?: you (?:requested|are looking for|were looking for|wanted))?(?: (?:was|is|could|can|cannot|can't|has|does|doesn't|isn't|wasn't|couldn't))?(?: not)?(?: be)? ?(?:found|exist|available|unavailable|no longer (?:available|exists?)|been (?:removed|deleted|moved))|not found|seite (?:wurde )?nicht gefunden|(?:diese|die) (?:angeforderte )?seite (?:existiert nicht|wurde nicht gefunden|konnte nicht gefunden werden)|page (?:non trouvée|introuvable|inexistante)|(?:la )?página (?:no (?:encontrada|existe)|no se (?:encontró|ha encontrado))|página não encontrada|pagina non trovata|pagina niet gevonden|strona nie (?:została )?znaleziona|sidan (?:hittades inte|kunde inte hittas)|страница не (?:найдена|существует)|页面(?:不存在|未找到)|(?:您访问的)?页面找不到了?|ページが見つかりません(?:でした)?|페이지를 찾을 수 없습니다|sayfa bulunamadı)\W{0,9}$/i

/** Sentences of pages that do not exist. */
const notFound =
  /(?:page|url|content|article|document|product|item|listing|job|file)(?: (?:that )?you(?:'re| are| were|'ve| have)? (?:requested|looking for|trying to (?:reach|access|view)|tried to (?:reach|access|view)))? (?:could not|couldn't|cannot|can't|can not) be found|(?:page|url) (?:that )?(?:you (?:requested|are looking for|were looking for) )?(?:does not|doesn't|no longer) exist|(?:page|article|product|item|listing|content) (?:is|has been) (?:no longer available|removed|deleted)|(?:seite|artikel|dokument) (?:konnte |wurde |existiert )?(?:leider )?nicht (?:gefunden|mehr verfügbar)|page (?:que vous (?:recherchez|demandez) )?(?:est introuvable|n'existe (?:pas|plus))|página que (?:busca|buscas|solicit\S{1,8}) no (?:existe|se)|страница не (?:найдена|существует)/i

interface Phrases {
  readonly kind: RefusalKind
  readonly pattern: RegExp
}

/** Sentences of each kind; the first kind that matches is taken. */
export const phrases: readonly Phrases[] = [
  { kind: 'geo_block', pattern: geoBlock },
  { kind: 'challenge', pattern: challenge },
  { kind: 'rate_limit', pattern: rateLimit },
  { kind: 'block', pattern: block },
  { kind: 'consent_wall', pattern: consentWall },
  { kind: 'login_wall', pattern: loginWall },
  { kind: 'soft_404', pattern: notFound },
]

const refusing: ReadonlySet<RefusalKind> = new Set(['challenge', 'rate_limit', 'block'])

/** Whether a text asks for a proof, denies access or names a limit. */
export const refusesInWords = (text: string): boolean =>
  phrases.some(({ kind, pattern }) => refusing.has(kind) && pattern.test(text))
