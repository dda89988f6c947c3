import { mount } from '#core/server/http/mount.ts'
import { noticesContract } from '../contract.ts'
import { listAbsences, reportAbsence, withdrawAbsence } from './absences.ts'
import { listChildSessions } from './child-sessions.ts'
import { answerPlace } from './places.ts'

export const noticesRoutes = mount(noticesContract, {
  listChildSessions,
  listAbsences,
  reportAbsence,
  takeBackAbsence: withdrawAbsence,
  answerPlace: (scope, id, sessionId, body) => answerPlace(scope, { id, sessionId }, body.answer),
})
