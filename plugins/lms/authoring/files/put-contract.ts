import { z } from 'zod'
import { id } from '#core/contract/fields.ts'

/** Maximum bytes of a picture that learners upload; it is re-encoded. */
export const MAX_PICTURE_BYTES = 25 * 1024 ** 2

/** File that a learner has added to their work. */
export const putFile = z.object({
  id,
  name: z.string(),
  /** Address that needs the caller's permissions. */
  url: z.string(),
  /** Media type, detected from the content. */
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
})
export type PutFile = z.infer<typeof putFile>
