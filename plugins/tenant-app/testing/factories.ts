import type { Model } from 'objection'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildFile } from '#core/testing/factories.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { insertRow, type Given } from '#core/testing/rows.ts'
import type { ChallengeModel } from '../competition/challenges/server/challenge.ts'
import type { ConsentAnswerModel, ConsentModel } from '../care/consents/server/consent.ts'
import { linkGuardian, type NewGuardianLink } from '../base/families/server/links.ts'
import { MEDIA_FILE } from '../media/contract.ts'
import type { ProjectModel } from '../base/projects/server/project.ts'
import type { Attendance } from '../scheduling/rosters/contract.ts'
import type { LedgerEntryModel } from '../base/ledger/server/ledger-entry.ts'
import type { ParticipantModel } from '../scheduling/sessions/server/participant.ts'
import type { SessionModel } from '../scheduling/sessions/server/session.ts'
import type { StudentModel } from '../admissions/students/server/student.ts'

// Each function makes a row as it lies in the database, without the act that leads to it: nobody is notified, no rule of
// the product refuses it, and it may lie in the past. Where the act matters, a test calls its endpoint (`scheduleSession`).

type InCore = Pick<TestPlatform, 'core'>
type Owner = Pick<TestOrganization, 'id'>
type Row<Of extends Model> = Omit<Of, keyof Model | 'participants' | 'student'>

const HOUR_MS = 3_600_000

export interface GivenGuardian extends NewGuardianLink {
  /** false by default. */
  isRestricted?: boolean
}

/** Makes a parent a guardian of a student. @returns the id of the link */
export function buildGuardian(
  { core }: InCore,
  organization: Owner,
  { studentId, ...link }: GivenGuardian & { studentId: string },
): Promise<{ id: string }> {
  return core.db.tenant(organization.id, systemActor, (scope) => linkGuardian(scope, studentId, link))
}

type StudentRow = Row<StudentModel>

interface GivenStudent extends Given<StudentRow> {
  /** The users who are the student's guardians, by contact order. */
  guardians?: readonly (string | GivenGuardian)[]
}

/** @returns the student, with ids of the links to the guardians */
export async function buildStudent(
  platform: InCore,
  organization: Owner,
  { firstName = 'Ada', lastName = 'King', guardians = [], ...rest }: GivenStudent = {},
): Promise<StudentRow & { links: string[] }> {
  const student = await insertRow<StudentRow>(platform, organization, 'students', { firstName, lastName, ...rest })
  const links: string[] = []
  for (const guardian of guardians) {
    const link = typeof guardian === 'string' ? { userId: guardian } : guardian
    links.push((await buildGuardian(platform, organization, { ...link, studentId: student.id })).id)
  }
  return { ...student, links }
}

/** Builds many students at once, whose names are in order: Student 0000, Student 0001. @returns their ids in order */
export const buildStudents = ({ core }: InCore, { id }: Owner, count: number): Promise<string[]> =>
  core.db.tenant(id, systemActor, async ({ trx }) => {
    const names = Array.from({ length: count }, (_, index) => ({
      firstName: 'Student',
      lastName: String(index).padStart(4, '0'),
    }))
    const students = (await trx('students').insert(names, ['id'])) as { id: string }[]
    return students.map((student) => student.id)
  })

type SessionRow = Row<SessionModel>

/** Builds a session that begins in a day. It lasts an hour unless its end is given. */
export function buildSession(
  platform: InCore,
  organization: Owner,
  { name = 'Robots', startDate, endDate, ...rest }: Given<SessionRow> = {},
): Promise<SessionRow> {
  const start = startDate ? Date.parse(startDate) : platform.core.clock.now().getTime() + 24 * HOUR_MS
  return insertRow<SessionRow>(platform, organization, 'sessions', {
    name,
    startDate: new Date(start).toISOString(),
    endDate: endDate ?? new Date(start + HOUR_MS).toISOString(),
    ...rest,
  })
}

interface ParticipantRow extends Row<ParticipantModel> {
  attendance: Attendance | null
  /** Number of times that the attendance was marked. */
  attendanceNumber: number
  /** Time at which a place after waiting was given. */
  promotedAt: string | null
}

/** Puts a student into a session, new ones where none is given. Who is waitlisted waits behind the others. */
export async function buildParticipant(
  platform: InCore,
  organization: Owner,
  { sessionId, studentId, status, waitingPlace, attendance, attendanceNumber, ...rest }: Given<ParticipantRow> = {},
): Promise<ParticipantRow> {
  const session = sessionId ?? (await buildSession(platform, organization)).id
  const participant = await insertRow<ParticipantRow>(platform, organization, 'sessionParticipants', {
    sessionId: session,
    studentId: studentId ?? (await buildStudent(platform, organization)).id,
    status,
    waitingPlace: waitingPlace ?? (status === 'waitlisted' ? await nextPlace(platform, organization, session) : null),
    attendance,
    attendanceNumber: attendanceNumber ?? (attendance ? 1 : 0),
    ...rest,
  })
  if (attendance) await buildFirstAttendance(platform, organization, participant)
  return participant
}

/** Puts the mark of a place on the first meeting, as a place that was marked without a log is kept. */
const buildFirstAttendance = ({ core }: InCore, { id }: Owner, { id: participantId }: ParticipantRow): Promise<void> =>
  core.db.tenant(id, systemActor, async ({ trx }) => {
    await trx.raw(
      `insert into meeting_attendance (meeting_id, session_id, student_id, mark, number, marked_at, minutes, minutes_assumed)
        select m.id, p.session_id, p.student_id, p.attendance, p.attendance_number, m.starts_at, t.minutes, t.minutes_assumed
          from session_participants p cross join lateral (select * from session_meetings m
              where m.session_id = p.session_id order by m.starts_at limit 1) m,
            attended_minutes(p.attendance, null, null, m.starts_at, m.starts_at, m.ends_at, m.program_minutes, true) t
          where p.id = ?`,
      [participantId],
    )
  })

const nextPlace = ({ core }: InCore, { id }: Owner, sessionId: string): Promise<number> =>
  core.db.tenant(id, systemActor, async ({ trx }) => {
    const last = await trx('sessionParticipants').where({ sessionId }).max('waitingPlace as place').first()
    return Number(last?.place ?? 0) + 1
  })

interface MarkRow {
  id: string
  sessionId: string
  studentId: string
  number: number
  mark: Attendance | null
  source: 'roster' | 'family' | 'before' | 'door'
  arrivedAt: string | null
  leftAt: string | null
  collectedBy: string
}

/** Builds an entry of the attendance log, the first of a student in a session. */
export const buildMark = (
  platform: InCore,
  organization: Owner,
  given: Given<MarkRow> & Pick<MarkRow, 'sessionId' | 'studentId'>,
): Promise<MarkRow> =>
  insertRow<MarkRow>(platform, organization, 'attendanceMarks', {
    number: 1,
    mark: 'present',
    source: 'roster',
    ...given,
  })

type ChallengeRow = Row<ChallengeModel>

/** Builds an active challenge of no session. */
export const buildChallenge = (
  platform: InCore,
  organization: Owner,
  { title = 'Maze', ...rest }: Given<ChallengeRow> = {},
): Promise<ChallengeRow> => insertRow<ChallengeRow>(platform, organization, 'challenges', { title, ...rest })

interface ScoreRow {
  id: string
  studentId: string
  challengeId: string | null
  sessionId: string | null
  tenantProjectId: string | null
  score: number
  maxScore: number
  feedback: string
  completedAt: string
}

/** Scores a student in a challenge, a new one each where none is given. */
export async function buildScore(
  platform: InCore,
  organization: Owner,
  { studentId, challengeId, score = 8, maxScore = 10, ...rest }: Given<ScoreRow> = {},
): Promise<ScoreRow> {
  return insertRow<ScoreRow>(platform, organization, 'scores', {
    studentId: studentId ?? (await buildStudent(platform, organization)).id,
    challengeId: challengeId === undefined ? (await buildChallenge(platform, organization)).id : challengeId,
    score,
    maxScore,
    ...rest,
  })
}

type ConsentRow = Row<ConsentModel>

/** Builds a consent that all children are asked for, with its texts up to the present version. */
export async function buildConsent(
  platform: InCore,
  organization: Owner,
  { kind = 'photo', version = 1, ...rest }: Given<ConsentRow> = {},
): Promise<ConsentRow> {
  const consent = await insertRow<ConsentRow>(platform, organization, 'consents', { kind, version, ...rest })
  for (let number = 1; number <= version; number++) {
    const text = { consentId: consent.id, number, title: 'Photos', body: 'May we?', publishedBy: 'Ada King' }
    await insertRow(platform, organization, 'consentVersions', text)
  }
  return consent
}

type AnswerRow = Row<ConsentAnswerModel>

/** Gives a guardian's consent, to the first version. */
export const buildConsentAnswer = (
  platform: InCore,
  organization: Owner,
  given: Given<AnswerRow> & Pick<AnswerRow, 'consentId' | 'studentId' | 'guardianId'>,
): Promise<AnswerRow> =>
  insertRow<AnswerRow>(platform, organization, 'consentAnswers', {
    version: 1,
    guardianName: 'Ann King',
    answer: 'given',
    method: 'portal',
    ...given,
  })

type ProjectRow = Row<ProjectModel>

/** Builds a project. @param organization whose own it is; null for one of the catalog */
export const buildProject = (
  platform: InCore,
  organization: Owner | null,
  { title = 'Bridges', ...rest }: Given<ProjectRow> = {},
): Promise<ProjectRow> => insertRow<ProjectRow>(platform, organization, 'projects', { title, ...rest })

/** Adopts a project. @returns the id of the adoption, which sessions, challenges and scores name */
export const buildAdoption = (platform: InCore, organization: Owner, projectId: string): Promise<{ id: string }> =>
  insertRow(platform, organization, 'tenantProjects', { projectId })

/** Puts a picture into the library, with a content of its own. */
export async function buildMedia(
  platform: InCore,
  organization: Owner,
  { filename = 'robots.png', studentIds = [] }: { filename?: string; studentIds?: readonly string[] } = {},
): Promise<{ id: string }> {
  const { id } = await buildFile(platform, organization, { kind: MEDIA_FILE, filename })
  await insertRow(platform, organization, 'media', { id, kind: 'picture', fileName: filename })
  for (const studentId of studentIds)
    await insertRow(platform, organization, 'media_students', { mediaId: id, studentId })
  return { id }
}

type ViewRow = Row<LedgerEntryModel>

/** Builds an entry of the ledger: an admin looked at a student's health data. */
export const buildView = (
  platform: InCore,
  organization: Owner,
  given: Given<ViewRow> & Pick<ViewRow, 'studentId' | 'viewerId'>,
): Promise<ViewRow> =>
  insertRow<ViewRow>(platform, organization, 'accessLedger', {
    viewerName: 'Ada Lovelace',
    viewerRole: 'tenant_admin',
    what: 'health',
    viewedAt: platform.core.clock.now().toISOString(),
    ...given,
  })
