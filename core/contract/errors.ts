import { z } from 'zod'

/**
 * The body of every answer that is no success. `code` is stable and for programs, `message` is a sentence for people,
 * `fields` maps a field's path (`body` parts joined with dots) to what is wrong with it.
 */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
  requestId: z.string(),
})

/** Code of the answer 409 to a change that is based on a version which is not the present one. */
export const OUTDATED_CODE = 'outdated'

export type ErrorBody = z.infer<typeof errorBody>
