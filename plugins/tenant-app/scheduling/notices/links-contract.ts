import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { absence, childSession, placeAnswer } from './contract.ts'

/** A session of a child, or a day of one, of which an absence can be reported by an emailed link; not its place. */
const linkedDay = z.object({
  sessionId: id,
  /** One day of a session with several; null for all of a session. */
  meetingId: id.nullable(),
  name: z.string(),
  startsAt: instant,
  endsAt: instant,
  isReported: z.boolean(),
})
export type LinkedDay = z.infer<typeof linkedDay>

const child = z.object({
  firstName: z.string(),
  /** IANA zone of the organization. */
  zone: z.string(),
})

const linkedAbsences = child.extend({ days: z.array(linkedDay) })

const linkedPlace = child.extend({
  session: childSession.pick({
    name: true,
    location: true,
    startDate: true,
    endDate: true,
    isAnswerAwaited: true,
    isOpen: true,
  }),
})

/** The link itself is what its bearer may do; it works for 14 days and for one purpose. */
const linked = { who: 'anyone', hosts: 'tenant', scope: 'tenant' } as const
const token = z.object({ token: requiredText(300) })

export const linkedAbsence = token.extend({
  sessionId: z.uuid('Choose a session'),
  meetingId: id.nullable().default(null),
  reason: text(500).default(''),
})

export type LinkedAbsences = z.infer<typeof linkedAbsences>
export type LinkedPlace = z.infer<typeof linkedPlace>

export const familyLinksContract = {
  openAbsenceLink: endpoint({
    method: 'POST',
    path: '/api/absence-links/opening',
    summary: 'Sessions of the child of an emailed link, of which its guardian can report an absence without signing in',
    unaudited: 'Changes nothing',
    rateLimit: 60,
    access: { ...linked, whileReadOnly: true },
    body: token,
    errors: [404],
    response: linkedAbsences,
  }),
  reportLinkedAbsence: endpoint({
    method: 'POST',
    path: '/api/absence-links/absences',
    status: 201,
    summary: 'Report an absence of the child of an emailed link, without signing in',
    audit: 'absence.reported',
    rateLimit: 60,
    access: { ...linked, whileReadOnly: true },
    body: linkedAbsence,
    errors: [404],
    response: absence,
  }),
  openPlaceLink: endpoint({
    method: 'POST',
    path: '/api/place-links/opening',
    summary: 'The place of an emailed link, which its guardian can accept or decline without signing in',
    unaudited: 'Changes nothing',
    rateLimit: 60,
    access: { ...linked, whileReadOnly: true },
    body: token,
    errors: [404],
    response: linkedPlace,
  }),
  answerLinkedPlace: endpoint({
    method: 'POST',
    path: '/api/place-links/answer',
    status: 204,
    summary: 'Accept or decline the place of an emailed link, without signing in',
    audit: ['session.place-accepted', 'session.place-declined'],
    unaudited: 'Where the same was said before, nothing is changed',
    rateLimit: 60,
    access: linked,
    body: placeAnswer.extend(token.shape),
    errors: [404],
    response: 'none',
  }),
} as const
