import { mount } from '#core/server/http/mount.ts'
import { noticesContract } from '../contract.ts'
import { familyLinksContract } from '../links-contract.ts'
import { listAbsences, reportAbsence, withdrawAbsence } from './absences.ts'
import { listChildSessions } from './child-sessions.ts'
import { answerLinkedPlace, openAbsenceLink, openPlaceLink, reportLinkedAbsence } from './linked-acts.ts'
import { answerPlace } from './places.ts'

export const noticesRoutes = [
  mount(noticesContract, {
    listChildSessions,
    listAbsences,
    reportAbsence,
    takeBackAbsence: withdrawAbsence,
    answerPlace: (scope, id, sessionId, body) => answerPlace(scope, { id, sessionId }, body.answer),
  }),
  mount(familyLinksContract, {
    openAbsenceLink: (scope, { token }) => openAbsenceLink(scope, token),
    reportLinkedAbsence,
    openPlaceLink: (scope, { token }) => openPlaceLink(scope, token),
    answerLinkedPlace: (scope, { token, answer }) => answerLinkedPlace(scope, token, answer),
  }),
]
