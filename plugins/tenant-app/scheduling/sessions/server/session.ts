import { Model } from 'objection'
import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { sessionStatus } from '../contract.ts'
import { ParticipantModel } from './participant.ts'

const session = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  tenantProjectId: z.uuid().nullable(),
  instructorId: z.uuid().nullable(),
  startDate: z.string(),
  endDate: z.string(),
  /** null for no limit. */
  maxParticipants: z.number().int().nullable(),
  location: z.string(),
  status: sessionStatus,
  seriesId: z.uuid().nullable(),
  originalStart: z.string().nullable(),
  isSkipped: z.boolean(),
  hasOwnDays: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export class SessionModel extends tableModel('sessions', session) {
  declare participants?: ParticipantModel[]

  static override relationMappings = () => ({
    participants: {
      relation: Model.HasManyRelation,
      modelClass: ParticipantModel,
      join: { from: 'sessions.id', to: 'session_participants.sessionId' },
    },
  })
}
