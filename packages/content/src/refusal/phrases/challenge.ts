import type { Phrases } from './phrases.ts'

/** Checks for robots. */
export const challenge: Phrases = {
  kind: 'challenge',
  whole: [
    /pardon our interruption|ddos protection|client challenge/,
    /check(?:ing)? (?:your browser|if the site|the security|your connection|that you)|(?:validating|verifying) your (?:browser|connection|identity)|verify (?:you|your identity|it's you)/,
    /unusual (?:traffic|activity)|automated (?:queries|requests|access|traffic)|bots use/,
    /(?:security|browser|bot|human|robot) (?:verification|challenge|check)\b|press (?:&|and) hold|characters you see|solve the (?:captcha|puzzle)|(?:drag|move) the slider|slide to (?:verify|continue|unlock)|select all (?:the )?(?:pictures|images|squares)|(?:tick|check) the (?:check)?box|automated program/,
    /enable (?:javascript|js|cookies) (?:and|to (?:continue|view|proceed|access))|redirected to the requested (?:content|page)|this process is automatic/,
    /sicherheits(?:abfrage|uberprufung|prufung)|ungewohnlichen? (?:datenverkehr|zugriffe)|trafic inhabituel|verification de securite|trafico inusual|verificacion de seguridad|verificacao de seguranca|controllo di sicurezza/,
    /проверка (?:браузера|безопасности)|(?:安全|人机|滑动|拼图|滑块)(?:验证|检测)|异常流量|正在检查|セキュリティ(?:チェック|確認)|보안 확인|перевірка (?:браузера|безпеки)|prufen ihren browser|verifions votre navigateur|провер(?:яем|ка|яется) ваш\S{0,3} браузер|(?:comprobando|verificando) (?:o |su |tu )?(?:seu )?navegador|controll(?:iamo|ando) il tuo browser|browser wordt gecontroleerd|guvenlik kontrolu|kontrola bezpieczenstwa|sakerhetskontroll|turvatarkistus|biztonsagi ellenorzes|verificare de securitate|kiem tra bao mat/,
  ],
  vague: /just a moment|one moment, please|attention required/,
  topic:
    /\b(?:ro)?bots?\b|\bhumans?\b|\bmachine\b|captcha|real person|mensch|humain|\bhumano|\bumano|\bmens\b|czlowiek|\brobo|robot|manniska|menneske|робот|человек|людин|ihminen|ember\b|\bom\b|ανθρωπ|ρομποτ|nguoi may|manusia|ロボット|人間|机器人|로봇|사람|روبوت|انسان/,
  cue: /\bnot\b|n't\b|\bare you\b|verif|confirm|prove|proof|complete|solve|bestatig|beweis|sind sie|losen|etes|completez|comprueb|completa|demuestr|confirme|conclua|dimostra|bevestig|potwierd|udowodn|rozwiaz|подтверд|докаж|провер|не робот|dogrula|degil|bekraft|bekraeft|確認|認証|でない|证明|验证|不是|확인|아님|아닌|인증|تحقق|تاكيد|підтверд|довед|vahvista|et ole|igazol|nem vagy|confirmati|nu esti|επιβεβαι|δεν εισ|xac (?:nhan|minh)|bukan|konfirmasi|klicken sie|cochez|marca la|勾选/,
}
