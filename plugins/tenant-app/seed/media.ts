import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { shownStudentsQuery } from '../media/server/consents.ts'
import { hoursAgo, insert, type SeededOrganization } from './rows.ts'
import type { DemoFile } from './drawings.ts'
import type { Random } from './random.ts'
import type { SeededSession } from './sessions.ts'

/** Number of sessions with media; others have none. */
const MAX_SESSIONS = 6

const selectShownStudents = statement(
  z.object({ id: z.uuid() }),
  shownStudentsQuery((column) => `${column} = any($studentIds::uuid[])`),
)

interface Kept extends DemoFile {
  id: string
  sessionId: string | null
  studentIds: readonly string[]
  /** True if the uploader stated that no child is recognizable. */
  showsNobody: boolean
  isPublic: boolean
  uploadedBy: string | null
  createdAt: string
}

/** Seeds drawn images, a worksheet and a sound: some tagged and shared, some withheld without a consent. */
export async function seedMedia(
  scope: PlatformScope,
  { id: tenantId, instructors }: SeededOrganization,
  { sessions, files, random }: { sessions: readonly SeededSession[]; files: readonly DemoFile[]; random: Random },
): Promise<void> {
  const past = sessions
    .filter(({ status }) => status === 'completed' || status === 'in-progress')
    .slice(0, MAX_SESSIONS)
  if (past.length === 0) return
  const places = await scope
    .trx('sessionParticipants')
    .where({ tenantId, status: 'registered' })
    .select('sessionId', 'studentId')
  const studentsOf = Map.groupBy(places as { sessionId: string; studentId: string }[], ({ sessionId }) => sessionId)
  const studentIds = [...new Set(places.map(({ studentId }: { studentId: string }) => studentId))]
  const now = scope.core.clock.now()
  const may = new Set((await scope.rows(selectShownStudents, { studentIds, now, tenantId })).map(({ id }) => id))
  const admin = instructors.at(-1) ?? null
  const pictures = files.filter(({ kind }) => kind === 'picture')

  const kept = past.flatMap((session, place) => {
    const there = (studentsOf.get(session.id) ?? []).map(({ studentId }) => studentId)
    const [allowed, others] = [there.filter((id) => may.has(id)), there.filter((id) => !may.has(id))]
    const of = (file: DemoFile, more: Partial<Kept>): Kept => ({
      ...file,
      id: randomUUID(),
      sessionId: session.id,
      studentIds: [],
      showsNobody: false,
      isPublic: false,
      uploadedBy: session.instructorId,
      createdAt: hoursAgo(scope, 20 + place * 30 + random.between(0, 12)),
      ...more,
    })
    const [first, second, third] = random.shuffled(pictures)
    if (!first || !second || !third) return []
    return [
      of(first, { studentIds: allowed.slice(0, 2), showsNobody: allowed.length === 0, isPublic: true }),
      // Shared before another child without consent was tagged.
      of(second, { studentIds: [...allowed.slice(0, 1), ...others.slice(0, 1)], isPublic: place === 0 }),
      ...(place % 2 === 0 ? [of(third, {})] : []),
    ]
  })
  const loose = files
    .filter(({ kind }) => kind !== 'picture')
    .map((file, index): Kept => ({
      ...file,
      id: randomUUID(),
      sessionId: index === 0 ? (past[0]?.id ?? null) : null,
      studentIds: [],
      showsNobody: true,
      isPublic: index === 0,
      uploadedBy: admin,
      createdAt: hoursAgo(scope, 300 + index),
    }))
  await insertMedia(scope, tenantId, [...kept, ...loose])
}

async function insertMedia(scope: PlatformScope, tenantId: string, kept: readonly Kept[]): Promise<void> {
  for (const { sha256, bytes } of kept) {
    await scope.core.files.contents.put(sha256, bytes.length, () => Readable.from([bytes]))
  }
  await insert(
    scope,
    'files',
    kept.map(({ id, kind, sessionId, fileName, mimeType, bytes, sha256, uploadedBy, createdAt }) => ({
      id,
      tenantId,
      kind: kind === 'picture' ? 'tenant-app.media-picture' : 'tenant-app.media',
      ownerId: sessionId,
      filename: fileName,
      mimeType,
      size: bytes.length,
      sha256,
      state: 'complete',
      uploadedBy,
      createdAt,
    })),
  )
  await insert(
    scope,
    'media',
    kept.map(({ id, kind, sessionId, fileName, caption, altText, showsNobody, isPublic, createdAt }) => ({
      id,
      tenantId,
      kind,
      sessionId,
      fileName,
      caption,
      altText,
      showsNobody,
      isPublic,
      createdAt,
      updatedAt: createdAt,
    })),
  )
  await insert(
    scope,
    'mediaStudents',
    kept.flatMap(({ id: mediaId, studentIds }) => studentIds.map((studentId) => ({ tenantId, mediaId, studentId }))),
  )
}
