import { z } from 'zod'

/** Size of the browser window, for screenshots. */
export const Viewport = z
  .strictObject({
    width: z.int().min(1).max(7_680).meta({ description: 'Pixels.' }),
    height: z.int().min(1).max(4_320).meta({ description: 'Pixels.' }),
  })
  .meta({ id: 'Viewport', description: 'Size of the browser window.' })
