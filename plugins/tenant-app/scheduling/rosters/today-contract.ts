import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { alertLevels } from '../../care/health/contract.ts'
import { staff } from '../../contract.ts'
import { pickupKinds } from '../../care/collectors/contract.ts'
import { doorStates } from '../door-settings/states-contract.ts'
import { attendance } from './contract.ts'

/** Maximum number of meetings in a pack, and of places in them, which limits the data on a device. */
export const MAX_PACK_MEETINGS = 30
export const MAX_PACK_PLACES = 500

/** Hours after the end of a meeting at which a device deletes its data. */
export const PACK_HOURS_AFTER_END = 12

const dayMeeting = z.object({
  id,
  sessionId: id,
  name: z.string(),
  location: z.string(),
  startsAt: instant,
  endsAt: instant,
})

/** A meeting from two hours ago to the end of tomorrow. */
export const todayMeeting = dayMeeting.extend({
  instructorName: z.string().nullable(),
  /** Number of registered students. */
  registered: z.number().int(),
  /** Number of registered students without attendance or reported absence. */
  unmarked: z.number().int(),
  /** Number of children who are checked in at the door and have not left. */
  here: z.number().int(),
  /** Number of adults: the instructor of the day, and staff who cover the door; null where a device does not know it. */
  adults: z.number().int().nullable(),
})
export type TodayMeeting = z.infer<typeof todayMeeting>

/** A student's place at a meeting. */
const packPlace = z.object({
  studentId: id,
  isReportedAbsent: z.boolean(),
  mark: attendance.nullable(),
  /** Number of the last entry about the meeting; 0 before the first. */
  number: z.number().int(),
  /** True if the attendance has times, a pickup or a note, which the pack omits. */
  hasDetails: z.boolean(),
  /** Time from which the child may leave the meeting alone; null without consent. */
  mayLeaveAloneFrom: instant.nullable(),
  /** The last event of the door; null before the first. A device may hold places of the release before. */
  door: z
    .object({ state: z.enum(doorStates), since: instant, lastEventId: id, byName: z.string() })
    .nullable()
    .default(null),
})

/** A child for a device without a connection: without diagnosis, medicine, birthday and address. */
const packChild = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string().nullable(),
  /** null where the child's health does not open to the caller. */
  alertLevel: z.enum(alertLevels).nullable(),
  /** Immediate response by staff; empty without one. */
  responseLine: z.string(),
  /** True if guardians have not agreed to photos. */
  isNoPhoto: z.boolean(),
  mayPickUp: z.array(
    z.object({
      name: z.string(),
      relationship: z.string(),
      // A device with a pack of the release before releases no one by it.
      id: id.nullable().default(null),
      kind: z.enum(pickupKinds).default('guardian'),
    }),
  ),
  mayNotPickUp: z.array(z.string()),
  contacts: z.array(z.object({ firstName: z.string(), relationship: z.string(), phone: z.string() })),
})
export type PackChild = z.infer<typeof packChild>

const packMeeting = dayMeeting.extend({
  /** Steps of the session's project, one a line; empty without one. */
  instructions: z.string(),
  materials: z.array(z.string()),
  /** Day of the organization's calendar. */
  day: z.string().default(''),
  /** Time from which children who are still here are picked up late; null on a device of the release before. */
  lateFrom: instant.nullable().default(null),
  /** Adults who are not on the list may pick up a child after a call. */
  releasesAfterCall: z.boolean().default(false),
  places: z.array(packPlace),
})

export const todayPack = z.object({
  madeAt: instant,
  meetings: z.array(packMeeting),
  children: z.array(packChild),
  /** False if meetings or places exceed one pack; the later ones are omitted. */
  isComplete: z.boolean(),
})
export type TodayPack = z.infer<typeof todayPack>

/** A meeting with its children, as stored on a device. */
export const storedMeeting = packMeeting.extend({
  children: z.array(packChild),
  // A device may store meetings of the previous release.
  instructions: z.string().default(''),
  materials: z.array(z.string()).default([]),
})
export type StoredMeeting = z.infer<typeof storedMeeting>

export const todayContract = {
  listTodayMeetings: endpoint({
    method: 'GET',
    path: '/api/today/meetings',
    summary:
      'Meetings from two hours ago to the end of tomorrow, in order: the instructor’s own and those that no one leads, or all for admins',
    access: staff,
    query: pagingQuery,
    response: z.array(todayMeeting),
  }),
  getTodayPack: endpoint({
    method: 'GET',
    path: '/api/today-pack',
    summary:
      'What a device needs of meetings from two hours ago to the end of tomorrow when there is no connection: the instructor’s own, for admins those of one session. Alert lines are noted in the access log once for each child, day and device',
    access: { ...staff, sessionOnly: true },
    query: z.object({
      /** Id of a session to limit the pack to; admins without one get no meetings. */
      session: id.optional(),
    }),
    response: todayPack,
  }),
} as const
