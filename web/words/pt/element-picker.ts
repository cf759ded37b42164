import type { Part } from '../part.ts'

export const pickerOpen = 'Escolher na página'
export const pickerHint =
  'Lê o primeiro endereço com um navegador, pelo preço de qualquer solicitação.'
export const pickerNeedsUrl = 'Digite primeiro um endereço.'
export const pickerTitle = 'Escolha o que é observado'
export const pickerReading = 'A página está sendo lida'
export const pickerEmpty = 'Nenhum elemento foi encontrado nesta página.'
export const pickerCut = 'A página tem mais elementos. Os primeiros 2.000 podem ser escolhidos.'
export const pickerKeys =
  'Clique em um elemento ou use as setas: para cima o que o envolve, para baixo o primeiro dentro dele, esquerda e direita os vizinhos. Enter o observa, Delete o exclui.'
export const modeLabel = 'Um clique'
export const modeWatch = 'Observar'
export const chosenLabel = 'Elementos escolhidos'
export const chosenNothing = 'Nada foi escolhido: a página inteira é observada.'
export const chosenWatched = 'observado'
export const chosenLeftOut = 'excluído'
export const chosenRemove = (selector: Part) => `Remover ${selector}`
export const pickerDone = 'Usar estes'
export const stepsOpen = 'Gravar passos'
export const stepsTitle = 'Passos antes de ler a página'
export const stepsHint =
  'Faça o que um visitante faz, como aceitar cookies ou abrir uma aba. Cada verificação faz o mesmo antes de ler a página.'
export const stepsKeys =
  'Um clique na imagem clica ali; com o teclado, as setas escolhem e Enter clica.'
export const stepsText = 'Texto a digitar'
export const stepsType = 'Digitar'
export const stepsEnter = 'Pressionar Enter'
export const stepsScroll = 'Rolar para baixo'
export const stepsWait = 'Esperar um segundo'
export const stepsList = 'Passos gravados'
export const stepsDone = 'Usar estes passos'
