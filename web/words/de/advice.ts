export const adviceTimeout = 'Geben Sie der Seite mehr Zeit oder fordern Sie weniger Formate an.'
export const adviceDns =
  'Prüfen Sie die Schreibweise des Hosts. Eine Adresse Ihres eigenen Netzes trägt der Betreiber in WEIR_ALLOWED_PRIVATE_HOSTS ein.'
export const adviceRefused =
  'Die Website lehnt Programme ab. Nehmen Sie den erweiterten Proxy oder öffnen Sie die Seite im Browser.'
export const adviceTls =
  'Das Zertifikat der Website ist ungültig. Übergehen Sie die Prüfung nur bei einer Website, der Sie vertrauen.'
export const adviceCredits = 'Senken Sie die Grenze oder bitten Sie den Betreiber um mehr Credits.'
export const adviceWait = 'Warten Sie einen Moment und führen Sie es dann noch einmal aus.'
export const adviceSchema = 'Berichtigen Sie das Feld, das die Meldung nennt.'
export const adviceModel =
  'Richten Sie in den Einstellungen des Dienstes ein Sprachmodell ein oder wählen Sie Formate, die keines brauchen.'
export const adviceCache =
  'Lassen Sie ältere Kopien zu oder schalten Sie die Option aus, die nur den Cache liest.'
export const adviceFile = 'Versuchen Sie eine andere Datei oder einen anderen Parser.'
export const adviceAction =
  'Prüfen Sie die Selektoren der Aktionen und fügen Sie vor der fehlgeschlagenen Aktion ein Warten ein.'
export const advicePermission =
  'Bitten Sie eine Administratorin oder einen Administrator des Teams um die Berechtigung oder wählen Sie eine andere Option.'
export const adviceBug =
  'Führen Sie sie noch einmal aus. Schlägt sie wieder fehl, melden Sie die Kennung der Anfrage.'
export const tryTimeout = 'Mit 2 Minuten ausführen'
export const tryProxy = 'Mit dem erweiterten Proxy ausführen'
export const tryBrowser = 'Im Browser ausführen'
export const tryTls = 'Ohne Prüfung des Zertifikats ausführen'
export const tryCache = 'Mit älteren Kopien ausführen'
