import { z } from 'zod'

/**
 * Body of every error response. `code` is stable and for programs, `message` is a sentence for users,
 * `fields` maps a field's path (`body` parts joined with dots) to what is wrong with it.
 */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
  requestId: z.string(),
})

/** Code of the 409 for a change based on an outdated version. */
export const OUTDATED_CODE = 'outdated'

export type ErrorBody = z.infer<typeof errorBody>
