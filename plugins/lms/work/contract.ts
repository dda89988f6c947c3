import { z } from 'zod'

/** What is graded by people. */
const workKinds = ['hand-in', 'attempt'] as const
export const workKind = z.enum(workKinds)
export type WorkKind = z.infer<typeof workKind>

/**
 * How far grading it is: nobody has marked it, somebody has and its learner does not see it yet, its learner sees the
 * grade, is to hand it in again, or is let off.
 */
const workStates = ['waiting', 'graded', 'posted', 'returned', 'excused'] as const
export const workState = z.enum(workStates)
export type WorkState = z.infer<typeof workState>
