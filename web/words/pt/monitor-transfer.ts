export const transferTitle = 'Importar e exportar'
export const exportButton = 'Salvar todos em um arquivo'
export const importLabel = 'Arquivo para importar'
export const importHint =
  'Um arquivo salvo aqui, ou url-watches.json de um backup do changedetection.io.'
export const importUnknown =
  'Este não é um arquivo de monitores. Escolha um salvo aqui, ou url-watches.json do changedetection.io.'
export const importResult = 'Adicionado: {monitors}.'
export const importLeft = '{name}: sem {left}'
export const importRefused = '{name} foi recusado: {reason}'
export const leftSteps = 'os passos do navegador'
