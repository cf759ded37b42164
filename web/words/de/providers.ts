export const listLead =
  'Anbieter haben Datensätze zu Seiten, die nicht gelesen werden. Die genutzten werden in der Reihenfolge gefragt, in der sie gewählt wurden.'
export const emptyTitle = 'Keine Datenanbieter'
export const emptyText = 'Der Betreiber dieses Dienstes hat keine eingerichtet.'
export const choiceLabel = 'Datenanbieter für dieses Team fragen'
export const choiceForbidden = '; vom Betreiber nicht erlaubt'
export const termsAccept = 'Bedingungen annehmen'
export const termsVersion = '{name}, Fassung {version}'
