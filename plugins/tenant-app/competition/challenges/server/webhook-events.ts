import { z } from 'zod'
import { defineWebhookEvent } from '#core/server/webhooks/webhook-events.ts'
import { EXAMPLE_STUDENT, itemsOfStudents, studentFields } from '../../../shared/server/webhook-students.ts'
import { challengesScored } from './events.ts'

export const challengeWebhooks = [
  defineWebhookEvent({
    type: 'score.given',
    group: 'Challenges and points',
    summary: 'A student got the first score in a challenge.',
    on: challengesScored,
    data: z.object({
      ...studentFields,
      challengeId: z.uuid().describe('Id of the challenge.'),
      challengeTitle: z.string().describe('Title of the challenge.'),
      score: z.number().describe('The score.'),
      maxScore: z.number().describe('The highest score of the challenge.'),
    }),
    example: {
      studentId: EXAMPLE_STUDENT,
      challengeId: '0199b2a0-9052-7d74-b18e-c6f30718293a',
      challengeTitle: 'Bridge of spaghetti',
      score: 42,
      maxScore: 50,
    },
    read: (scope, { scores }) =>
      itemsOfStudents(scope, scores, ({ studentId, challengeId, title, score, maxScore }) => ({
        studentId,
        challengeId,
        challengeTitle: title,
        score,
        maxScore,
      })),
  }),
]
