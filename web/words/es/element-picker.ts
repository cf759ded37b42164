import type { Part } from '../part.ts'

export const pickerOpen = 'Elegir en la página'
export const pickerHint =
  'Lee la primera dirección con un navegador, al precio de cualquier solicitud.'
export const pickerNeedsUrl = 'Escribe primero una dirección.'
export const pickerTitle = 'Elige qué se vigila'
export const pickerReading = 'Se está leyendo la página'
export const pickerEmpty = 'No se encontraron elementos en esta página.'
export const pickerCut = 'La página tiene más elementos. Se pueden elegir los primeros 2000.'
export const pickerPicture = 'Imagen de la página'
export const pickerKeys =
  'Haz clic en un elemento o usa las flechas: arriba el que lo rodea, abajo el primero que contiene, izquierda y derecha sus vecinos. Intro lo vigila, Supr lo excluye.'
export const modeLabel = 'Un clic'
export const modeWatch = 'Vigilar'
export const modeLeaveOut = 'Excluir'
export const chosenLabel = 'Elementos elegidos'
export const chosenNothing = 'No hay nada elegido: se vigila toda la página.'
export const chosenWatched = 'vigilado'
export const chosenLeftOut = 'excluido'
export const chosenRemove = (selector: Part) => `Quitar ${selector}`
export const pickerDone = 'Usar estos'
