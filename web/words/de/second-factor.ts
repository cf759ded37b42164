export const cardTitle = 'Code bei der Anmeldung'
export const offText =
  'Neben Ihrem Passwort bei jeder Anmeldung einen Code der Authentifizierungs-App auf Ihrem Telefon verlangen.'
export const onButton = 'Authentifizierungs-App einrichten'
export const scanText =
  'Lesen Sie dieses Bild mit Ihrer Authentifizierungs-App ein und geben Sie dann den Code ein, den sie zeigt.'
export const scanPicture = 'QR-Code für die Authentifizierungs-App'
export const scanSecret = 'Oder geben Sie diesen Schlüssel in der App ein:'
export const onSubmit = 'Codes einschalten'
export const codeLabel = 'Code'
export const onText =
  'Sie melden sich mit einem Code Ihrer App an. {left} Wiederherstellungscodes sind übrig.'
export const offSubmit = 'Codes ausschalten'
export const recoverySubmit = 'Neue Wiederherstellungscodes'
export const recoveryText =
  'Bewahren Sie diese Wiederherstellungscodes sicher auf. Jeder öffnet die Konsole einmal, wenn Sie Ihr Telefon verlieren. Sie werden nicht noch einmal gezeigt.'
export const passkeysTitle = 'Passkeys'
export const passkeysText =
  'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN eines Geräts an, statt mit Passwort und Code.'
export const passkeysNeeds =
  'Passkeys brauchen HTTPS und einen Namen: Öffnen Sie die Konsole in einem aktuellen Browser unter ihrer Adresse mit `https://` oder auf dem Rechner selbst unter `http://localhost`.'
export const passkeyName = 'Name des Passkeys, etwa das Gerät'
export const passkeyAdd = 'Passkey hinzufügen'
export const passkeyAdded = 'Hinzugefügt {time}, nie benutzt'
export const passkeyUsed = 'Benutzt {time}'
export const passkeyRemove = 'Entfernen'
export const passkeyRemoveOne = 'Passkey {name} entfernen'
