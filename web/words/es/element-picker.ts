import type { Part } from '../part.ts'

export const pickerOpen = 'Elegir en la página'
export const pickerHint =
  'Lee la primera dirección con un navegador, al precio de cualquier solicitud.'
export const pickerNeedsUrl = 'Escribe primero una dirección.'
export const pickerTitle = 'Elige qué se vigila'
export const pickerReading = 'Se está leyendo la página'
export const pickerEmpty = 'No se encontraron elementos en esta página.'
export const pickerCut = 'La página tiene más elementos. Se pueden elegir los primeros 2000.'
export const pickerKeys =
  'Haz clic en un elemento o usa las flechas: arriba el que lo rodea, abajo el primero que contiene, izquierda y derecha sus vecinos. Intro lo vigila, Supr lo excluye.'
export const modeLabel = 'Un clic'
export const modeWatch = 'Vigilar'
export const chosenLabel = 'Elementos elegidos'
export const chosenNothing = 'No hay nada elegido: se vigila toda la página.'
export const chosenWatched = 'vigilado'
export const chosenLeftOut = 'excluido'
export const chosenRemove = (selector: Part) => `Quitar ${selector}`
export const pickerDone = 'Usar estos'
export const stepsOpen = 'Grabar pasos'
export const stepsTitle = 'Pasos antes de leer la página'
export const stepsHint =
  'Haz lo que hace un visitante, como aceptar cookies o abrir una pestaña. Cada comprobación hace lo mismo antes de leer la página.'
export const stepsKeys =
  'Un clic en la imagen hace clic allí; con el teclado, las flechas eligen e Intro hace clic.'
export const stepsText = 'Texto que se escribe'
export const stepsType = 'Escribir'
export const stepsEnter = 'Pulsar Intro'
export const stepsScroll = 'Desplazar hacia abajo'
export const stepsWait = 'Esperar un segundo'
export const stepsList = 'Pasos grabados'
export const stepsDone = 'Usar estos pasos'
