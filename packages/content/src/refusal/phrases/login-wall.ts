import type { Phrases } from './phrases.ts'

/** Pages that open only after a login. */
export const loginWall: Phrases = {
  kind: 'login_wall',
  whole: [
    /reached your (?:\w{1,12} )?limit of (?:\w{1,12} )?(?:articles|stories)|(?:no|used all(?: of)? your) (?:more )?free (?:articles|stories)/,
    /^\W{0,9}(?:log|sign)[ -]?in(?:\W{0,9}$| to | or |\W{1,3}(?:sign|log))|(?:authentication|authorization|login|sign-in) required|join (?:now )?to (?:view|see|continue)|members[ -]only/m,
    /enter (?:store )?(?:using )?password|password[- ]protected|you(?:'re| are) not (?:logged|signed) in|^welcome back$|не авторизован/m,
    /^\W{0,3}(?:anmelden|anmeldung|einloggen|se connecter|connexion|iniciar sesion|entrar|fazer login|accedi|inloggen|zaloguj sie|logowanie|воити|вход|авторизация|giris yap|logga in|log ind|prihlaseni|ログイン|登录|登陆|로그인|увіити|вхід|kirjaudu(?: sisaan)?|bejelentkezes|autentificare|συνδεση|dang nhap|masuk|logg inn)\W{0,3}$/m,
  ],
  topic:
    /\blog[ -]?in\b|logged[ -]in|\bsign(?:ed)?[ -]?in\b|an account|\bmembers?\b|register\b|registered (?:users|members)|anmelden|anmeldung|melden sie sich|einlogg|loggen sie|angemeldet|registrierte|connectez-vous|identifiez-vous|identification|vous connecter|\bmembres\b|abonnes|(?:inici\S{1,3}|inicie) (?:sesion|sessao)|registrad|cadastrad|faca login|fazer login|\baccedi\b|effettua l'accesso|utenti registrati|\bleden\b|log in|ingelogd|inloggen|zaloguj|zalogowan|воидите|авториз|зарегистр|giris yap|\buye|logga in|medlem|log ind|prihlas|ログイン|会員|登录|登陆|注册用户|로그인|회원|تسجيل الدخول|увіидіть|зареєстрован|авторизу|kirjaudu|jasen|jelentkez|bejelentkez|regisztralt|autentifica|conecta|membri|συνδε|μελη|dang nhap|thanh vien|masuk|anggota|logg inn/,
  cue: /\bmust\b|\bneed\b|have to|please|required?|\bonly\b|(?:to|and) (?:continue|view|see|read|access|keep)|(?:is|are) for|erforderlich|requise|veuillez|\bzu (?:lesen|sehen)\b|weiterzu|fortzufahren|reserved|bitte|\bnur\b|mussen|pour (?:continuer|acceder|voir|lire|consulter)|reservee?|uniquement|\bdebes?\b|\bsolo\b|para (?:continuar|ver|acceder|acessar|ler|leer|usuarios)|somente|exclusiv|per (?:continuare|proseguire|accedere|leggere|vedere)|riservat|om (?:verder|deze|door)|alleen|\baby\b|tylko|чтобы|требуется|необходимо|только|icin|yalnizca|sadece|for att|\bbara\b|for at|\bkun\b|pouze|^prihlaste|必要|ログインして|のみ|请|后(?:查看|继续)|仅|필요|만 (?:볼|이용)|해 주세요|يرجى|щоб|лише|тільки|jatka|vain |folytat|csak|hogy |pentru|doar|για να|μονο|de (?:tiep tuc|xem)|chi danh|untuk|hanya|限定/m,
}
