import { z } from 'zod'
import { id } from '#core/contract/fields.ts'

/** Bytes of a picture as learners send it; it is encoded anew. */
export const MAX_PICTURE_BYTES = 25 * 1024 ** 2

/** A file that a learner has put into what they hand in. */
export const putFile = z.object({
  id,
  name: z.string(),
  /** Asked for with the caller's rights. */
  url: z.string(),
  /** The media type, told by content. */
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
})
export type PutFile = z.infer<typeof putFile>
