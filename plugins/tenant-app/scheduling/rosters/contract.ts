import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, text } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { collectedBy, otherAdult } from '../../care/collectors/contract.ts'
import { staff } from '../../contract.ts'

/** Statuses of registrations; `cancelled`: removed by the organization; `declined`: by a guardian. */
const participantStatuses = ['registered', 'waitlisted', 'cancelled', 'declined'] as const

export const attendances = ['present', 'late', 'absent', 'excused'] as const
export const attendance = z.enum(attendances)
export type Attendance = z.infer<typeof attendance>

/** Maximum number of students that one call registers, and of attendance records that it saves. */
export const MAX_BATCH_SIZE = 200

export const participant = z.object({
  studentId: id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  isActive: z.boolean(),
  status: z.enum(participantStatuses),
  /** Position from 1; null unless waitlisted. */
  waitingPosition: z.number().int().nullable(),
  attendance: attendance.nullable(),
  /** Number of the last entry in the attendance log; 0 before the first. */
  attendanceNumber: z.number().int(),
  note: z.string(),
  arrivedAt: instant.nullable(),
  leftAt: instant.nullable(),
  collectedBy: z.string(),
  markedBy: z.string().nullable(),
  markedAt: instant.nullable(),
  pointsEarned: z.number().int(),
  feedback: z.string(),
  /** Time at which a waitlisted student got the place. */
  promotedAt: instant.nullable(),
  /** Guardian who has accepted the place since. */
  acceptedBy: z.string().nullable(),
  /** Guardian who reported the absence in advance, with the reason. */
  reportedBy: z.string().nullable(),
  reportedReason: z.string(),
  updatedAt: instant,
})
export type Participant = z.infer<typeof participant>

/** An active student who can be registered. */
export const candidate = participant
  .pick({ studentId: true, firstName: true, lastName: true, grade: true, dateOfBirth: true })
  .extend({
    /** Overlapping session in which the student is registered; for a series the first one. */
    clash: z.string().nullable(),
    /** Start of the session with the overlap: for a series one of several. */
    clashesAt: instant.nullable(),
    /** Number of sessions that overlap with another one of the student: of the series, or the one. */
    clashCount: z.number().int(),
  })
export type Candidate = z.infer<typeof candidate>

const registration = z
  .object({
    /** Ids of students; omitted with a group for all its active members of today. */
    studentIds: z
      .array(id)
      .max(MAX_BATCH_SIZE, `At most ${MAX_BATCH_SIZE} at once`)
      .transform((ids) => [...new Set(ids)])
      .default([]),
    /** Id of the group whose members are registered; their places remember it. */
    groupId: id.nullable().default(null),
    /** True to include all upcoming sessions of the session's series. */
    isForSeries: z.boolean().default(false),
  })
  .refine(({ studentIds, groupId }) => studentIds.length > 0 || groupId !== null, {
    message: 'Please select a student',
    path: ['studentIds'],
  })
export type Registration = z.output<typeof registration>

const registrationResult = z.object({
  /** Number of sessions, for a series. */
  sessions: z.number().int().optional(),
  /** Numbers of places and of waitlist spots, in all these sessions. */
  registered: z.number().int(),
  waitlisted: z.number().int(),
})

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const participantChange = z
  .object({
    pointsEarned: z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(1000, 'At most 1000'),
    feedback: text(5000),
    updatedAt: instant,
  })
  .partial()

const detailFields = {
  note: text(500),
  arrivedAt: instant.nullable(),
  leftAt: instant.nullable(),
  collectedBy,
}

const leavesAfterArriving = ({ arrivedAt, leftAt }: { arrivedAt: string | null; leftAt: string | null }) =>
  !arrivedAt || !leftAt || Date.parse(leftAt) >= Date.parse(arrivedAt)
const LEFT_BEFORE_ARRIVAL = { message: 'Before the arrival', path: ['leftAt'] }

/** Minimum length of the reason for releasing a child to a person who may not pick it up. */
export const MIN_OVERRIDE_REASON_LENGTH = 20

const overrideReason = text(200).refine(
  (reason) => reason === '' || reason.length >= MIN_OVERRIDE_REASON_LENGTH,
  `Write the reason in at least ${MIN_OVERRIDE_REASON_LENGTH} characters`,
)

/** Details saved with attendance: the reason for an override of a refused pickup, and whose ID was seen. */
export const markDetails = z
  .object({ ...detailFields, override: overrideReason, otherAdult: otherAdult.nullable() })
  .refine(leavesAfterArriving, LEFT_BEFORE_ARRIVAL)

export const attendanceMark = z
  .object({
    /** Id from the caller: a repeated request counts once. */
    id,
    studentId: id,
    /** Attendance; null removes it. */
    mark: attendance.nullable(),
    note: detailFields.note.default(''),
    arrivedAt: detailFields.arrivedAt.default(null),
    leftAt: detailFields.leftAt.default(null),
    collectedBy: detailFields.collectedBy.default(''),
    /** `attendanceNumber` as the caller saw it. */
    seen: z.number().int().min(0),
    /** Time of the record, by the server's clock as the device knows it; now by default. */
    madeAt: instant.optional(),
    /** Reason why an admin releases the child to a person who may not pick it up; saved with the note. */
    override: overrideReason.default(''),
    /** Required if `collectedBy` is not authorized to pick up the child; saved with the note. */
    otherAdult: otherAdult.nullable().default(null),
  })
  .refine(leavesAfterArriving, LEFT_BEFORE_ARRIVAL)
export type AttendanceMark = z.output<typeof attendanceMark>

/** State of one student after the call: attendance that differs from the request is another user's. */
export const markedParticipant = participant
  .pick({
    studentId: true,
    status: true,
    attendance: true,
    attendanceNumber: true,
    note: true,
    arrivedAt: true,
    leftAt: true,
    collectedBy: true,
    markedBy: true,
    markedAt: true,
  })
  .extend({
    isSaved: z.boolean(),
    /** Reason of a refusal: the person in `collectedBy` may not pick up the child, or is not authorized. */
    refusal: z.string().nullable(),
  })

/** One entry of the attendance log. */
export const attendanceEntry = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  mark: attendance.nullable(),
  note: z.string(),
  arrivedAt: instant.nullable(),
  leftAt: instant.nullable(),
  collectedBy: z.string(),
  source: z.enum(['roster', 'family', 'before', 'door']),
  markedBy: z.string().nullable(),
  /** Time of the record. */
  markedAt: instant,
  /** Time of arrival, for a record made offline. */
  receivedAt: instant.nullable(),
  /** True if the device gave a time before the day of the meeting or in the future, which `markedAt` corrects. */
  isTimeClipped: z.boolean(),
  /** True if another record that it had not seen already counted when it arrived; it never counted. */
  isOverruled: z.boolean(),
})
export type AttendanceEntry = z.infer<typeof attendanceEntry>

/** A record of the caller that never counted since another user's did, and the one that counts. */
export const overruledMark = z.object({
  studentId: id,
  studentName: z.string(),
  mark: attendance.nullable(),
  madeAt: instant,
  standing: attendance.nullable(),
  standingBy: z.string().nullable(),
  standingAt: instant,
})
export type OverruledMark = z.infer<typeof overruledMark>

const ofSession = z.object({ id })
/** Id of the meeting with the attendance: today's by default, else the next, else the last. */
const chosenMeeting = id.optional()
const studentParams = z.object({ id, studentId: id })

export const rostersContract = {
  listParticipants: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/participants',
    summary: 'Who has a place, by name, then who waits, in order; or participants whose attendance is missing',
    access: staff,
    params: ofSession,
    query: pagingQuery.extend({
      /** Registered participants without attendance or reported absence. */
      attendance: z.enum(['missing']).optional(),
      meeting: chosenMeeting,
    }),
    response: z.array(participant),
  }),
  listCandidates: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/candidates',
    summary:
      'Active students without a place, or all of them for the whole series, by name, with what else they have at that time; 50 unless said otherwise',
    access: staff,
    params: ofSession,
    query: searchQuery.extend({
      of: z.enum(['session', 'series']).optional(),
      /** Id of a group; filters its members of today. */
      groupId: id.optional(),
      grade: line(20).optional(),
    }),
    response: z.array(candidate),
  }),
  registerStudents: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/participants',
    summary:
      'Register students or a group, for the session or its whole series: while there are places, then on the waitlist; who is there already stays',
    audit: 'session.students-registered',
    unaudited: 'Where all of them are there already, nothing is changed',
    access: staff,
    params: ofSession,
    body: registration,
    response: registrationResult,
  }),
  removeStudent: endpoint({
    method: 'DELETE',
    path: '/api/sessions/{id}/participants/{studentId}',
    summary: 'Sign a student off; the place goes to who waits first',
    audit: 'session.student-removed',
    access: staff,
    params: studentParams,
    response: 'none',
  }),
  updateParticipant: endpoint({
    method: 'PUT',
    path: '/api/sessions/{id}/participants/{studentId}',
    summary: 'Give points and feedback',
    audit: 'session.participant-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    params: studentParams,
    body: participantChange,
    response: participant,
  }),
  markAttendance: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/attendance',
    summary: "Mark who is there; the instructor's own sessions, or an admin any",
    audit: ['pickup.refused', 'pickup.overridden', 'pickup.other-adult'],
    unaudited: 'The attendance log keeps who marked what, and cannot be changed',
    access: { ...staff, whileReadOnly: true },
    params: ofSession,
    query: z.object({ meeting: chosenMeeting }),
    bodyLimit: 800 * 1024,
    body: z.object({
      marks: z
        .array(attendanceMark)
        .min(1)
        .max(MAX_BATCH_SIZE, `At most ${MAX_BATCH_SIZE} at once`)
        .refine((marks) => new Set(marks.map(({ studentId }) => studentId)).size === marks.length, {
          message: 'One mark of each student at a time',
        }),
    }),
    response: z.array(markedParticipant),
  }),
  listOverruledMarks: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/overruled-marks',
    summary: 'Own marks of a meeting that another user’s mark overruled, until the caller marks the student again',
    access: staff,
    params: ofSession,
    query: pagingQuery.extend({ meeting: chosenMeeting }),
    response: z.array(overruledMark),
  }),
  listAttendanceLog: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/attendance',
    summary: 'The attendance log of a session, newest first',
    access: staff,
    params: ofSession,
    query: pagingQuery,
    response: z.array(attendanceEntry),
  }),
} as const
