import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { barredPerson, pickupPerson } from '../../care/collectors/contract.ts'
import { admins, staff } from '../../contract.ts'
import { attendance } from '../rosters/contract.ts'
import { meeting } from '../sessions/meetings-contract.ts'
import { doorSettings, doorSettingsChange } from '../door-settings/contract.ts'
import { doorStates } from '../door-settings/states-contract.ts'

/** Events that one call records. */
const MAX_EVENTS = 200

/** Calls that are logged about a child at a meeting; the door shows the latest. */
export const MAX_CALLS = 100
export const SHOWN_CALLS = 5

/** Characters of the reason for releasing a child to a person who may not pick it up. */
export const MIN_BARRED_REASON_LENGTH = 20

/** Time during which an event is undone without a reason. */
export const UNDO_SECONDS = 120

/** Code of the 404 for an event that the server does not have: an undo of it is done. */
export const NO_EVENT_CODE = 'door.no-event'

/** Reasons for which admins check an event that a device without a connection has recorded. */
export const doorFlags = ['barred', 'not-allowed', 'canceled', 'removed', 'clock'] as const
export type DoorFlag = (typeof doorFlags)[number]

const eventKinds = ['in', 'out', 'closed', 'undo'] as const
export const adultKinds = ['guardian', 'authorized', 'alone', 'other'] as const
export type AdultKind = (typeof adultKinds)[number]

/** The adult who brings or picks up a child. */
const adult = z.object({
  kind: z.enum(adultKinds),
  /** Id of a person who may pick up the child; null for another adult, and for a child who leaves alone. */
  personId: id.nullable().default(null),
  /** Typed name of another adult. */
  name: line(200).default(''),
})

/** Details of a release to an adult who is not on the list, or by an admin to one who may not pick up the child. */
const release = z.object({
  isIdSeen: z.boolean().default(false),
  /** Guardian who was reached by phone and agreed. */
  calledName: line(200).default(''),
  reason: text(500).default(''),
})

export const newDoorEvent = z
  .object({
    /** Made by the device: an event that is sent again counts once. */
    id,
    studentId: id,
    kind: z.enum(['in', 'out']),
    /** Time by the device; never later than the server's. */
    at: instant,
    /** null: not asked, at an arrival. */
    by: adult.nullable().default(null),
    release: release.nullable().default(null),
    /**
     * True for what has happened already, on a device without a connection: it is recorded whatever is the case now, and
     * flagged where it would be refused.
     */
    isFact: z.boolean().default(false),
  })
  .refine(({ kind, by }) => kind === 'in' || by !== null, { message: 'Select who picks up the child', path: ['by'] })
export type NewDoorEvent = z.output<typeof newDoorEvent>

/** Outcome of an event. `note`: it repeats what stands already, as the second of two check-outs, and is in the log alone. */
export const eventOutcome = z.object({
  id,
  studentId: id,
  outcome: z.enum(['saved', 'note', 'refused']),
  refusal: z.string().nullable(),
  /** True where an admin may release the child all the same, with a reason. */
  isBarred: z.boolean(),
})
export type EventOutcome = z.infer<typeof eventOutcome>

export const doorCall = z.object({
  calledName: z.string(),
  outcome: z.enum(['reached', 'no-answer', 'message']),
  userName: z.string().nullable(),
  at: instant,
})
export type DoorCall = z.infer<typeof doorCall>

export const doorChild = z.object({
  studentId: id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string().nullable(),
  attendance: attendance.nullable(),
  /** A guardian reported the absence of the child. */
  isReportedAbsent: z.boolean(),
  state: z.enum(doorStates),
  /** Time of the last event; null before the first. */
  since: instant.nullable(),
  lastEventId: id.nullable(),
  /** Time at which the last event was recorded: it is undone without a reason for a while. */
  recordedAt: instant.nullable(),
  /** The adult of the last event. */
  byName: z.string(),
  /** The adult who brought the child. */
  broughtBy: z.string(),
  /** The adult who picked up the child most often lately. */
  usuallyBy: z.string(),
  /** People who may pick up the child today: who brought the child first, then who usually comes. */
  allowed: z.array(pickupPerson),
  barred: z.array(barredPerson),
  /** Time from which the child may leave alone; null without consent. */
  aloneFrom: instant.nullable(),
  /** The latest calls about a late pick-up, the latest first. */
  calls: z.array(doorCall),
  callCount: z.number(),
  /** Topics of conversations about the day, as 'late-pickup', with the guardian who wrote. */
  notices: z.array(
    z.object({ topic: z.enum(['late-drop-off', 'early-pickup', 'late-pickup', 'absence']), byName: z.string() }),
  ),
  /** An adult who said at a kiosk that the child leaves; null where staff have released it, and where there is none. */
  leaving: z
    .object({ kind: z.enum(['guardian', 'authorized']), personId: id, name: z.string(), at: instant })
    .nullable(),
})
export type DoorChild = z.infer<typeof doorChild>

export const door = z.object({
  sessionName: z.string(),
  location: z.string(),
  meeting: meeting.pick({ id: true, day: true, startsAt: true, endsAt: true, status: true }),
  /** True if the caller checks children in and out: own meetings, those that are covered, or all for admins. */
  works: z.boolean(),
  /** True if the caller leads the meeting, or is an admin. */
  leads: z.boolean(),
  /** True if the caller may take over the door for today. */
  mayCover: z.boolean(),
  /** True if the caller may release a child to an adult who is not on the list, after a call. */
  mayReleaseUnlisted: z.boolean(),
  /** Instructors may release a child to an adult who is not on the list after a call. */
  releasesAfterCall: z.boolean(),
  /** True if the caller may release a child to a person who may not pick it up, with a reason. */
  mayReleaseBarred: z.boolean(),
  /** Time from which children who are still here are picked up late. */
  lateFrom: instant,
  /** Number of adults: the instructor of the day, and staff who cover the door; undefined where a device does not know it. */
  adults: z.number().int().optional(),
  children: z.array(doorChild),
})
export type Door = z.infer<typeof door>

/** Reason for which an event is taken back. */
export const correction = z.object({ reason: requiredText(500, 'Write why this is corrected') })

export const doorLogEntry = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  kind: z.enum(eventKinds),
  at: instant,
  recordedAt: instant,
  userName: z.string().nullable(),
  byKind: z.enum(adultKinds).nullable(),
  byName: z.string(),
  override: z.enum(['unlisted', 'barred']).nullable(),
  /** Reason for which admins check it; null for most. */
  flag: z.enum(doorFlags).nullable(),
  /** The admin's check of a flagged event; null before it. */
  check: z.object({ byName: z.string().nullable(), note: z.string(), at: instant }).nullable(),
  calledName: z.string(),
  reason: z.string(),
  /** The event was taken back. */
  isUndone: z.boolean(),
  /** The event repeats what stood already. */
  isNote: z.boolean(),
})
export type DoorLogEntry = z.infer<typeof doorLogEntry>

const ofSession = z.object({ id })
/** Id of the meeting: today's by default, else the next, else the last. */
const ofMeeting = z.object({ meeting: id.optional() })
/** A child is received and released whatever an organization has paid. */
const doorAccess = { ...staff, whileReadOnly: true } as const

export const doorContract = {
  getDoor: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/door',
    summary: 'The children expected at a meeting, where they are, and who may pick them up; at most 1000',
    access: staff,
    params: ofSession,
    query: ofMeeting,
    response: door,
  }),
  recordDoorEvents: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/door/events',
    summary: 'Check children in and release them; each is refused alone, in words',
    audit: ['pickup.refused', 'pickup.overridden', 'pickup.other-adult', 'pickup.flagged'],
    unaudited: 'The log of the door keeps who recorded what, and cannot be changed',
    access: doorAccess,
    params: ofSession,
    query: ofMeeting,
    bodyLimit: 700 * 1024,
    body: z.object({ events: z.array(newDoorEvent).min(1).max(MAX_EVENTS, `At most ${MAX_EVENTS} at once`) }),
    response: z.array(eventOutcome),
  }),
  makePickupSlip: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/door/slips',
    status: 201,
    summary: 'Make a PIN that works once, until midnight, for a person who picks up a child; answered once',
    audit: 'pickup-code.made',
    access: { ...doorAccess, sessionOnly: true },
    params: ofSession,
    query: ofMeeting,
    rateLimit: 60,
    body: z.object({ studentId: id, personId: id }),
    response: z.object({ code: z.string(), expiresAt: instant }),
  }),
  undoDoorEvent: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/door/undo',
    summary: 'Take back the last event of a child; after two minutes with a reason',
    unaudited: 'The log of the door keeps both events',
    access: doorAccess,
    params: ofSession,
    body: z.object({
      id,
      eventId: id,
      reason: text(500).default(''),
      /** Time of the tap by the device; now by default. */
      madeAt: instant.optional(),
    }),
    response: 'none',
  }),
  listDoorLog: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/door/log',
    summary: 'The log of the door of a session, the latest first; the own sessions, or all for admins',
    access: staff,
    params: ofSession,
    query: pagingQuery,
    response: z.array(doorLogEntry),
  }),
  printSignInSheet: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/door/sign-in-sheet',
    summary: 'Sign-in sheet of a meeting as PDF: each child with room for times and signatures',
    access: staff,
    params: ofSession,
    query: ofMeeting,
    rateLimit: 30,
    response: 'file',
  }),
  printEmergencySheet: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/door/emergency-sheet',
    summary: 'Emergency sheet of a meeting as PDF: alerts, what staff do at once, two contacts; noted for each child',
    access: { ...staff, sessionOnly: true },
    params: ofSession,
    query: ofMeeting,
    rateLimit: 30,
    response: 'file',
  }),
  coverDoor: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/door/cover',
    summary: 'Take over the door of another instructor’s meeting of today',
    audit: 'door.covered',
    unaudited: 'Who covers it already stays',
    access: doorAccess,
    params: ofSession,
    response: 'none',
  }),
  logDoorCall: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/door/calls',
    summary: 'Log a call about a child who is not picked up yet',
    unaudited: 'The log of calls keeps who called whom, and cannot be changed',
    access: doorAccess,
    params: ofSession,
    query: ofMeeting,
    body: z.object({
      id,
      studentId: id,
      calledName: line(200).min(1, 'Name is required'),
      outcome: z.enum(['reached', 'no-answer', 'message'], 'Please select the outcome'),
      note: text(500).default(''),
      /** Time of the call by the device; now by default. */
      madeAt: instant.optional(),
    }),
    response: 'none',
  }),
  listDoorCalls: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/door/children/{studentId}/calls',
    summary: 'Calls about a child who was not picked up from a meeting in time, the latest first',
    access: staff,
    params: z.object({ id, studentId: id }),
    query: pagingQuery.extend({ meeting: id.optional() }),
    response: z.array(doorCall),
  }),
  getDoorSettings: endpoint({
    method: 'GET',
    path: '/api/door/settings',
    summary: 'What the organization decides about pick-ups',
    access: staff,
    response: doorSettings,
  }),
  updateDoorSettings: endpoint({
    method: 'PUT',
    path: '/api/door/settings',
    summary: 'Change what the organization decides about pick-ups',
    audit: 'door.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    body: doorSettingsChange,
    response: doorSettings,
  }),
} as const
