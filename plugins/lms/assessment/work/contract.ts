import { z } from 'zod'

/** Work that graders grade. */
const workKinds = ['hand-in', 'attempt'] as const
export const workKind = z.enum(workKinds)
export type WorkKind = z.infer<typeof workKind>

/** State of work: not graded, graded as a draft that its learner does not see, posted, returned, or excused. */
const workStates = ['waiting', 'graded', 'posted', 'returned', 'excused'] as const
export const workState = z.enum(workStates)
export type WorkState = z.infer<typeof workState>
