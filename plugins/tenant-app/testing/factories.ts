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

// Each function inserts a row without the action that usually creates it: no one is notified, no rule of the product refuses
// it, and it may be in the past. Where the action matters, a test calls its endpoint (`scheduleSession`).

type InCore = Pick<TestPlatform, 'core'>
type Owner = Pick<TestOrganization, 'id'>
type Row<Of extends Model> = Omit<Of, keyof Model | 'participants' | 'student'>

const HOUR_MS = 3_600_000

export interface GivenGuardian extends NewGuardianLink {
  /** False by default. */
  isRestricted?: boolean
}

/** Links a parent to a student as guardian. @returns the id of the link */
export function buildGuardian(
  { core }: InCore,
  organization: Owner,
  { studentId, ...link }: GivenGuardian & { studentId: string },
): Promise<{ id: string }> {
  return core.db.tenant(organization.id, systemActor, (scope) => linkGuardian(scope, studentId, link))
}

type StudentRow = Row<StudentModel>

interface GivenStudent extends Given<StudentRow> {
  /** Users who are the student's guardians, in the order of contact. */
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

/** Builds many students at once, named in order: Student 0000, Student 0001. @returns their ids in order */
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
  /** Number of entries in the attendance log. */
  attendanceNumber: number
  /** Time at which a waitlisted student got the place. */
  promotedAt: string | null
}

/** Adds a student to a session, a new one by default. A waitlisted student is last on the waitlist. */
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

/** Adds the attendance of a place to the first meeting, like a place with attendance but without a log. */
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

/** Builds an entry of the attendance log, a student's first in a session. */
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

/** Builds an active challenge without a session. */
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

/** Scores a student in a challenge, new ones by default. */
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

/** Builds a consent for all children, with its texts up to the present version. */
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

/** Builds a project. @param organization owner; null for a catalog project */
export const buildProject = (
  platform: InCore,
  organization: Owner | null,
  { title = 'Bridges', ...rest }: Given<ProjectRow> = {},
): Promise<ProjectRow> => insertRow<ProjectRow>(platform, organization, 'projects', { title, ...rest })

/** Adopts a project. @returns the id of the adoption, to which sessions, challenges and scores refer */
export const buildAdoption = (platform: InCore, organization: Owner, projectId: string): Promise<{ id: string }> =>
  insertRow(platform, organization, 'tenantProjects', { projectId })

/** Adds an image with unique content to the library. */
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

/** Builds a ledger entry: an admin viewed a student's health data. */
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
