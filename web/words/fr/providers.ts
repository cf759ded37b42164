export const listLead =
  'Les fournisseurs ont des données de pages qui ne sont pas lues. Ceux qui sont utilisés sont interrogés dans l’ordre de leur choix.'
export const emptyTitle = 'Aucun fournisseur de données'
export const emptyText = 'L’opérateur de ce service n’en a configuré aucun.'
export const choiceLabel = 'Interroger des fournisseurs de données pour cette équipe'
export const choiceForbidden = '; non autorisé par l’opérateur'
export const termsAccept = 'Accepter les conditions'
export const termsVersion = '{name}, version {version}'
