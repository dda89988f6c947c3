import type { TenantScope } from '#core/server/core.ts'
import { notFound } from '#core/server/errors.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { openFamilyLink } from '../../../base/families/server/family-links.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import type { Absence, ChildSession, NewAbsence, PlaceAnswer } from '../contract.ts'
import type { LinkedAbsences, LinkedDay, LinkedPlace } from '../links-contract.ts'
import { reportAbsence } from './absences.ts'
import { listChildSessions } from './child-sessions.ts'
import { answerPlace } from './places.ts'

/** Days and sessions that one page offers. */
const MAX_DAYS_SHOWN = 60
/** Sessions of a child that are looked through for the place of a link. */
const MAX_SESSIONS = 100

/** Lists the days of a session whose absence can be reported; the session itself where it has one day and has not begun. */
function daysOf({ id: sessionId, name, absence, isOpen, days, place }: ChildSession): LinkedDay[] {
  if (place !== 'registered') return []
  const isOneDay = isOpen && days.length === 1
  return days
    .filter((day) => day.isOpen)
    .map(({ meetingId, startsAt, endsAt, absence: ofDay }) => ({
      sessionId,
      meetingId: isOneDay ? null : meetingId,
      name,
      startsAt,
      endsAt,
      isReported: absence !== null || ofDay !== null,
    }))
}

async function readChild(guardian: TenantScope, studentId: string) {
  const { firstName } = await requireStudent(guardian, studentId)
  return { firstName, zone: await zoneOf(guardian) }
}

/** Lists the days of which the guardian of a link can report an absence. @throws not-found */
export async function openAbsenceLink(scope: TenantScope, token: string): Promise<LinkedAbsences> {
  const { link, guardian } = await openFamilyLink(scope, token, 'absence')
  const child = await readChild(guardian, link.studentId)
  const { rows } = await listChildSessions(guardian, link.studentId, {})
  const days = rows.flatMap(daysOf).toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  return { ...child, days: days.slice(0, MAX_DAYS_SHOWN) }
}

/** Reports an absence for the guardian of a link. @throws not-found, and as `reportAbsence` */
export async function reportLinkedAbsence(
  scope: TenantScope,
  { token, ...input }: Pick<NewAbsence, 'meetingId' | 'reason'> & { token: string; sessionId: string },
): Promise<Absence> {
  const { link, guardian } = await openFamilyLink(scope, token, 'absence')
  return reportAbsence(guardian, link.studentId, { ...input, fromDay: null, toDay: null })
}

/** Reads the place of a link. @throws not-found, also where the child has no place in the session any more */
export async function openPlaceLink(scope: TenantScope, token: string): Promise<LinkedPlace> {
  const { link, guardian } = await openFamilyLink(scope, token, 'place')
  const child = await readChild(guardian, link.studentId)
  const { rows } = await listChildSessions(guardian, link.studentId, { limit: MAX_SESSIONS })
  const session = rows.find(({ id, place }) => id === link.sessionId && place === 'registered')
  if (!session) throw notFound('Place')
  return { ...child, session }
}

/** Accepts or declines the place of a link for its guardian. @throws not-found, and as `answerPlace` */
export async function answerLinkedPlace(scope: TenantScope, token: string, answer: PlaceAnswer): Promise<void> {
  const { link, guardian } = await openFamilyLink(scope, token, 'place')
  await answerPlace(guardian, { id: link.studentId, sessionId: link.sessionId }, answer)
}
