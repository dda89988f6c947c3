import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

export const challengeCreated = defineEvent(
  'tenant-app.challenge-created',
  z.object({ challengeId: z.uuid(), title: z.string(), sessionId: z.uuid().nullable() }),
  'tenant',
)

/** Students got their first score in a challenge. */
export const challengesScored = defineEvent(
  'tenant-app.challenges-scored',
  z.object({
    scores: z.array(
      z.object({
        challengeId: z.uuid(),
        title: z.string(),
        maxScore: z.number(),
        studentId: z.uuid(),
        studentName: z.string(),
        score: z.number(),
      }),
    ),
  }),
  'tenant',
)
