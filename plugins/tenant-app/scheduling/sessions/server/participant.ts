import { Model } from 'objection'
import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { StudentModel } from '../../../admissions/students/server/student.ts'

const participant = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  studentId: z.uuid(),
  status: z.enum(['registered', 'waitlisted', 'cancelled', 'declined']),
  /** Position from 1, in the order of registration; null unless waitlisted. */
  waitingPlace: z.number().int().nullable(),
  pointsEarned: z.number().int(),
  feedback: z.string(),
})

/** A student in a session: registered, waitlisted, or removed. */
export class ParticipantModel extends tableModel('session_participants', participant) {
  declare student?: StudentModel

  static override relationMappings = () => ({
    student: {
      relation: Model.BelongsToOneRelation,
      modelClass: StudentModel,
      join: { from: 'session_participants.studentId', to: 'students.id' },
    },
  })
}
