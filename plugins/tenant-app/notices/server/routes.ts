import { mount } from '#core/server/http/mount.ts'
import { noticesContract } from '../contract.ts'
import { listAbsences, reportAbsence, takeBackAbsence } from './absences.ts'
import { listChildSessions } from './child-sessions.ts'
import { answerPlace } from './places.ts'

export const noticesRoutes = mount(noticesContract, {
  listChildSessions: (scope, { params, query }) => listChildSessions(scope, params.id, query),
  listAbsences: (scope, { params, query }) => listAbsences(scope, params.id, query),
  reportAbsence: (scope, { params, body }) => reportAbsence(scope, params.id, body),
  takeBackAbsence: (scope, { params }) => takeBackAbsence(scope, params.id, params.absenceId),
  answerPlace: (scope, { params, body }) => answerPlace(scope, params, body.answer),
})
