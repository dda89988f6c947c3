import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { fileUrl } from '#core/server/files/stored-files.ts'
import { mediaKinds } from '#core/server/files/media-types.ts'
import type { Answer } from '../../../authoring/questions/answer-contract.ts'
import type { Question, QuestionOf } from '../../../authoring/questions/contract.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'

const selectFiles = statement(
  z.object({
    id: z.uuid(),
    attemptId: z.uuid(),
    name: z.string(),
    mimeType: z.string(),
    size: z.number().int(),
  }),
  `select w.id, w.attempt_id as "attemptId", w.name, f.mime_type as "mimeType", f.size
    from lms_answer_files w join files f on f.id = w.id
    where w.tenant_id = $tenantId and w.id = any ($ids)`,
)

const listFileIds = (answer: Answer | null | undefined): string[] => (answer?.type === 'file' ? answer.fileIds : [])

interface Answered {
  answer: Answer | null
}

export type FilesOf = (answer: Answered | undefined) => PutFile[]

/** Reads the files that answers name, by answer; deleted files are left out. Runs no query if no answer names a file. */
export async function answerFilesOf(scope: TenantScope, answers: readonly Answered[]): Promise<FilesOf> {
  const ids = answers.flatMap(({ answer }) => listFileIds(answer))
  const found = ids.length === 0 ? [] : await scope.rows(selectFiles, { tenantId: scope.tenantId, ids })
  const byId = new Map(
    found.map(({ id, name, mimeType, size }) => [id, { id, name, url: fileUrl(id), mimeType, size }]),
  )
  return (answer) => listFileIds(answer?.answer).flatMap((id) => byId.get(id) ?? [])
}

const acceptsType = (takes: QuestionOf<'file'>['takes'], mimeType: string): boolean => {
  if (takes === 'any') return true
  if (takes === 'picture') return mimeType.startsWith('image/')
  const kind = mediaKinds[mimeType]
  return takes === 'document' ? kind === 'document' || kind === 'pdf' : kind === takes
}

/** @throws invalid (400) at `answer` if a file does not belong to this attempt, or does not fit the question */
export async function refuseForeignFiles(
  scope: TenantScope,
  attemptId: string,
  question: Question,
  answer: Answer | null,
): Promise<void> {
  const ids = listFileIds(answer)
  if (ids.length === 0 || question.type !== 'file') return
  if (ids.length > question.maxFiles) throw invalidField('answer', `At most ${question.maxFiles} files`)
  const found = await scope.rows(selectFiles, { tenantId: scope.tenantId, ids })
  if (ids.some((id) => !found.some((file) => file.id === id && file.attemptId === attemptId))) {
    throw invalidField('answer', 'One of these files is not there any more')
  }
  if (found.some(({ mimeType }) => !acceptsType(question.takes, mimeType))) {
    throw invalidField('answer', 'One of these files is not what is asked for')
  }
}
