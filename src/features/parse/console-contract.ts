import { z } from 'zod'
import { dataReply } from '#kernel/reply.ts'

const pagesMax = 100_000
/** Pictures of one response. */
const picturesMax = 4

export const PagePicturesRequest = z.strictObject({
  firstPage: z.int().min(1).max(pagesMax),
  count: z.int().min(1).max(picturesMax),
})

export const PagePictures = dataReply(
  z
    .array(
      z.object({
        pageNumber: z.int(),
        picture: z.string().meta({ description: 'A data URL.' }),
      }),
    )
    .max(picturesMax),
)
