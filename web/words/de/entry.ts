import type { Part } from '../part.ts'

export const formBusy = 'Einen Moment'
export const formUnencrypted =
  'Diese Verbindung ist nicht verschlüsselt: andere im Netz können Ihr Passwort lesen. Stellen Sie einen Reverse-Proxy mit HTTPS vor diesen Dienst.'
export const resetTitle = 'Neues Passwort wählen'
export const resetLead = 'Alle Ihre Sitzungen enden.'
export const resetSubmit = 'Passwort setzen'
export const joinTitle = (team: Part) => `${team} beitreten`
export const joinLead = (role: Part) => `Sie werden im Team die Rolle ${role} haben.`
export const joinSubmit = 'Beitreten'
export const joinPasswordHint =
  'Mindestens 12 Zeichen. Wenn Sie diese Konsole schon nutzen, geben Sie Ihr jetziges Passwort ein.'
export const joinAnyTeam = 'ein Team'
export const invalidTitle = 'Dieser Link funktioniert nicht'
export const invalidLink = 'Zur Konsole'
export const setUpTitle = 'Weir einrichten'
export const setUpLead = 'Sie werden der Betreiber dieses Dienstes.'
export const setUpSubmit = 'Einrichten'
export const codeLabel = 'Einrichtungscode'
export const codeHint =
  'Der Dienst gibt beim Start einen Link damit aus; `weir open` gibt ihn noch einmal aus.'
export const codeOfApp = 'Code Ihrer Authentifizierungs-App'
export const codeOfAppHint = 'Oder einer Ihrer Wiederherstellungscodes.'
export const signInTitle = 'Bei Weir anmelden'
export const signInLead = 'Ihr eigener Dienst für Webdaten.'
export const signInSubmit = 'Anmelden'
export const providerButton = (provider: Part) => `Mit ${provider} anmelden`
export const signInFailed = 'Sie sind nicht angemeldet'
export const signInByPassword = 'Mit E-Mail-Adresse und Passwort anmelden'
export const signInByKey = 'Mit einem Betreiberschlüssel anmelden'
export const keyLabel = 'API-Schlüssel'
export const keyHint =
  'Ein uneingeschränkter Schlüssel des ersten Teams. Die Sitzung endet nach einer Stunde.'
export const againText =
  'Melden Sie sich wieder an, um fortzufahren, wo Sie waren. Ihre Eingaben bleiben erhalten.'
export const passkeyButton = 'Mit einem Passkey anmelden'
export const passkeyClosed =
  'Nichts wurde bestätigt: Die Abfrage des Browsers wurde geschlossen oder dauerte zu lange. Versuchen Sie es noch einmal.'
export const passkeyKnown = 'Dieses Gerät hat schon einen Passkey für Sie.'
