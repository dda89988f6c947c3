import { z } from 'zod'
import type { FileKind, Scope, TenantScope } from '#core/server/core.ts'
import type { KeptFile } from '#core/server/files/kept-file.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { encodedImageTypes, MAX_ENCODED_IMAGE_BYTES } from '#core/server/files/encoded-image.ts'
import { mediaKinds } from '#core/server/files/media-types.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import { ANSWER_FILE, MAX_ANSWER_FILE_BYTES } from '../contract.ts'
import { loadAnswerable } from './save-answer.ts'
import { lockAttemptToAnswer } from './attempt.ts'
import { answersHiddenSql } from './hidden-answers.ts'

/** Maximum number of files of one attempt, including those that no answer names any more. */
const MAX_FILES = 100

// Until the attempt is submitted, only its learner sees the file.
const selectVisibleFile = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select f.id from lms_answer_files f
        join lms_quiz_attempts a on a.tenant_id = f.tenant_id and a.id = f.attempt_id
      where f.tenant_id = $tenantId and f.id = $id and (a.user_id = $caller::uuid or (
        a.state in ('awaiting_grade', 'finished') and ${isVisibleWork(viewer, 'a.user_id')}
        and not ${answersHiddenSql({ courseId: 'a.course_id', lessonId: 'a.lesson_id' })}
        and exists (select from lms_quiz_answers w where w.tenant_id = a.tenant_id and w.attempt_id = a.id
          and w.answer -> 'fileIds' @> to_jsonb(f.id::text))))`,
  ),
)

const selectFileUses = statement(
  z.object({ item: z.number().int() }),
  `select w.item from lms_answer_files f
      join lms_quiz_answers w on w.tenant_id = f.tenant_id and w.attempt_id = f.attempt_id
        and w.answer -> 'fileIds' @> to_jsonb(f.id::text)
    where f.tenant_id = $tenantId and f.id = $id order by w.item limit 10`,
)

const countFiles = statement(
  z.object({ count: z.number().int() }),
  'select count(*)::int as count from lms_answer_files where tenant_id = $tenantId and attempt_id = $attemptId',
)

const insertFile = statement(
  'insert into lms_answer_files (id, attempt_id, name, created_at) values ($id, $attemptId, $name, $now)',
)

/** Permissions: the learner of an attempt uploads files; they and its graders see them. */
const gate: Pick<FileKind, 'belongsToChild' | 'may' | 'usesOf' | 'resource'> = {
  belongsToChild: true,
  resource: 'answer-file',
  may: async (scope, act, { id, ownerId }) => {
    if (scope.kind !== 'tenant') return false
    if (act === 'put') return ownerId !== null && acceptsFiles(scope, ownerId)
    if (id === null || act === 'delete') return false
    const { tenantId } = scope
    const { caller = null } = callerOf(scope)
    return (await scope.rows(selectVisibleFile({ viewer: viewerOf(scope) }), { tenantId, id, caller })).length > 0
  },
  usesOf: async (scope, id) => {
    const { tenantId } = scope as Scope & { tenantId: string }
    return (await scope.rows(selectFileUses, { tenantId, id })).map(({ item }) => `the answer to question ${item}`)
  },
}

async function acceptsFiles(scope: TenantScope, attemptId: string): Promise<boolean> {
  try {
    const { paper } = await loadAnswerable(scope, await lockAttemptToAnswer(scope, attemptId), 0)
    return paper.items.some(({ question }) => question.type === 'file')
  } catch (error) {
    // The attempt does not exist, or is over.
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Adds a file to the caller's attempt, in the transaction that completes the upload. It counts once an answer names it.
 * @throws invalid (400) at `field`, attempt.over (409), attempt.most-files (409), not-found
 */
export async function addAnswerFile(
  scope: Scope,
  { id, filename: name, ownerId: attemptId }: KeptFile & { ownerId: string | null },
  field = 'file',
): Promise<void> {
  // The gate has already refused callers without an attempt, and super admins on the platform's host.
  if (attemptId === null || scope.kind !== 'tenant') throw notFound('Attempt')
  refuseProgram(field, name)
  await loadAnswerable(scope, await lockAttemptToAnswer(scope, attemptId), 0)
  const [{ count } = { count: 0 }] = await scope.rows(countFiles, { tenantId: scope.tenantId, attemptId })
  if (count >= MAX_FILES) throw new AppError('attempt.most-files', 409, `At most ${MAX_FILES} files can be put here.`)
  await scope.rows(insertFile, { id, attemptId, name, now: scope.core.clock.now().toISOString() })
}

/** Files other than pictures, uploaded in parts. */
const answerFile: FileKind = {
  ...gate,
  id: ANSWER_FILE,
  types: Object.keys(mediaKinds),
  maxBytes: MAX_ANSWER_FILE_BYTES,
  resumable: addAnswerFile,
}

/** Pictures, which are re-encoded before they are stored: this removes location data that phones write into them. */
export const answerPicture: FileKind = {
  ...gate,
  id: 'lms.answer-picture',
  types: encodedImageTypes,
  maxBytes: MAX_ENCODED_IMAGE_BYTES,
  thumbnails: [160, 640],
}

export const answerFileKinds = [answerFile, answerPicture]
