import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { fileUrl } from '#core/server/files/stored-files.ts'
import { notFound } from '#core/server/errors.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { handInFeedback, handInOutcomes } from '../feedback-contract.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import type { HandInVersion, OwnHandIn } from '../contract.ts'
import type { HandInRow } from './hand-in.ts'
import {
  findHandIn,
  lockOwnSubmission,
  listMembers,
  type HandInMember,
  type LockedSubmission,
} from './lock-submission.ts'
import { findRefusal } from './hand-in-rules.ts'

const versionRow = z.object({
  number: z.number().int(),
  text: z.string(),
  links: z.array(z.string()),
  fileIds: z.array(z.uuid()),
  handedInAt: z.string(),
  by: z.string(),
  courseVersion: z.number().int(),
  dueAt: z.string().nullable(),
  lateSeconds: z.number().int(),
  feedback: handInFeedback.nullable(),
})

const selectVersion = statement(
  versionRow,
  `select v.number, v.text, v.links, v.file_ids as "fileIds", v.handed_in_at as "handedInAt",
      coalesce(btrim(u.first_name || ' ' || u.last_name), '') as by, v.course_version as "courseVersion",
      v.due_at as "dueAt", v.late_seconds as "lateSeconds", v.feedback
    from lms_hand_in_versions v left join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
    where v.tenant_id = $tenantId and v.hand_in_id = $handInId and v.number = $number`,
)

/** Reads a version with the course version whose rules it was submitted under; undefined if there is none. */
export async function readVersion(
  scope: TenantScope,
  handInId: string,
  number: number,
): Promise<(HandInVersion & { courseVersion: number }) | undefined> {
  const [row] = await scope.rows(selectVersion, { tenantId: scope.tenantId, handInId, number })
  if (!row) return undefined
  const { fileIds, ...rest } = row
  return { ...rest, files: await listFiles(scope, handInId, fileIds) }
}

const selectVersions = statement(
  z.object({
    number: z.number().int(),
    handedInAt: z.string(),
    by: z.string(),
    lateSeconds: z.number().int(),
    outcome: z.enum(handInOutcomes).nullable(),
  }),
  `select v.number, v.handed_in_at as "handedInAt", coalesce(btrim(u.first_name || ' ' || u.last_name), '') as by,
      v.late_seconds as "lateSeconds", v.outcome
    from lms_hand_in_versions v left join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
    where v.tenant_id = $tenantId and v.hand_in_id = $handInId order by v.number desc`,
)

/** Lists submitted versions, newest first, without their content. */
export const listVersions = (scope: TenantScope, handInId: string) =>
  scope.rows(selectVersions, { tenantId: scope.tenantId, handInId })

const selectFiles = statement(
  z.object({ id: z.uuid(), name: z.string(), mimeType: z.string(), size: z.number().int() }),
  `select h.id, h.name, f.mime_type as "mimeType", f.size from lms_hand_in_files h join files f on f.id = h.id
    where h.tenant_id = $tenantId and h.hand_in_id = $handInId and h.id = any ($ids)`,
)

/** Lists the existing files, ordered by id. */
export async function listFiles(scope: TenantScope, handInId: string, ids: readonly string[]): Promise<PutFile[]> {
  if (ids.length === 0) return []
  const found = await scope.rows(selectFiles, { tenantId: scope.tenantId, handInId, ids })
  const byId = new Map(found.map((file) => [file.id, { ...file, url: fileUrl(file.id) }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Reads the submission of the caller, or their team, for a lesson.
 * @throws not-found if there is no such lesson, forbidden (403) if it is locked
 */
export async function getOwnHandIn(scope: TenantScope, lessonId: string): Promise<OwnHandIn> {
  const held = await lockOwnSubmission(scope, lessonId)
  const found = await findHandIn(scope, held)
  return found ? toOwnHandIn(scope, held, found) : toUnbegun(scope, held)
}

const toUnbegun = (scope: TenantScope, held: LockedSubmission): OwnHandIn => ({
  state: 'draft',
  draft: { text: '', links: [], files: [], updatedAt: null },
  versions: [],
  latest: null,
  next: 1,
  refusal: findRefusal(held, { state: 'draft', number: 0 }, null, scope.core.clock.now()),
  ...held.due,
  isOverdue: isOverdue(scope, held, 0),
  timeZone: held.timeZone,
  team: held.teamSize > 1 ? { code: '', size: held.teamSize, members: [] } : null,
  isNew: false,
})

const isOverdue = (scope: TenantScope, { due: { dueAt } }: LockedSubmission, number: number): boolean =>
  number === 0 && dueAt !== null && Date.parse(dueAt) <= scope.core.clock.now().getTime()

/** Converts a submission to the form that its learner reads. */
export async function toOwnHandIn(scope: TenantScope, held: LockedSubmission, row: HandInRow): Promise<OwnHandIn> {
  const { id, state, number, text, links, fileIds, updatedAt } = row
  const latest = number === 0 ? undefined : await readVersion(scope, id, number)
  const members = await listMembers(scope, id)
  const { caller } = callerOf(scope)
  return {
    state,
    draft: { text, links, files: await listFiles(scope, id, fileIds), updatedAt },
    versions: number === 0 ? [] : await listVersions(scope, id),
    latest: latest ? withoutCourse(latest) : null,
    next: number + 1,
    refusal: findRefusal(held, row, latest?.feedback ?? null, scope.core.clock.now()),
    ...held.due,
    isOverdue: isOverdue(scope, held, number),
    timeZone: held.timeZone,
    team: held.teamSize > 1 ? toTeam(row, held.teamSize, members, caller) : null,
    isNew: isNewFor(
      row,
      members.find(({ userId }) => userId === caller),
    ),
  }
}

const withoutCourse = ({ courseVersion: _, ...version }: HandInVersion & { courseVersion: number }): HandInVersion =>
  version

const toTeam = (
  { teamCode }: HandInRow,
  size: number,
  members: readonly HandInMember[],
  caller: string | undefined,
): OwnHandIn['team'] => ({
  code: teamCode ?? '',
  size,
  members: members.map(({ id, name, userId }) => ({ id, name, isSelf: userId === caller })),
})

/** Checks if there is feedback that the member has not seen yet. */
function isNewFor({ toldAt }: HandInRow, member: HandInMember | undefined): boolean {
  if (toldAt === null || !member) return false
  return member.seenAt === null || Date.parse(member.seenAt) < Date.parse(toldAt)
}

/** Reads a version of the caller, or their team. @throws not-found if they have submitted no such version, forbidden (403) */
export async function getOwnVersion(scope: TenantScope, lessonId: string, number: number): Promise<HandInVersion> {
  const found = await findHandIn(scope, await lockOwnSubmission(scope, lessonId))
  const version = found && (await readVersion(scope, found.id, number))
  if (!version) throw notFound('submission')
  return withoutCourse(version)
}
