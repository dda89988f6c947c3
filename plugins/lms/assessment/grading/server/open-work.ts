import type { TenantScope } from '#core/server/core.ts'
import { numberedName } from '#core/server/files/stored-files.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import type { JudgedHandIn } from '../../handins/server/publish-feedback.ts'
import type { OpenWork } from '../contract.ts'
import { findWork, type SeenWork } from './held-work.ts'
import { getJudgedWork, type JudgedWork } from './judged.ts'
import { gradeOf, logOf } from './log.ts'
import { listPresent } from './presence.ts'

export interface Shown {
  /** Hides names. */
  anonymous?: boolean | undefined
}

/** Reads a piece of work for its graders. @throws not-found if the caller does not see it */
export async function openWork(scope: TenantScope, id: string, shown: Shown): Promise<OpenWork> {
  const work = await findWork(scope, id)
  return toOpenWork(scope, work, await getJudgedWork(scope, work), shown)
}

/** Builds a piece of work as its graders see it. */
export async function toOpenWork(
  scope: TenantScope,
  { subjectId: _, ...work }: SeenWork,
  { rubric, passPercent, late, people, handIn, attempt }: JudgedWork,
  { anonymous = false }: Shown,
): Promise<OpenWork> {
  const log = await logOf(scope, work.id)
  const grade = gradeOf(log, work)
  return {
    ...work,
    learner: anonymous ? '' : work.learner,
    // Graded work keeps its rubric, whatever the lesson asks for since.
    rubric: grade?.rubric ?? rubric,
    passPercent,
    late,
    learners: anonymous ? [] : people.map(({ name }) => name),
    attempt: attempt && (anonymous ? { ...attempt, items: attempt.items.map(hideFileNames) } : attempt),
    handIn: handIn && toVersion(handIn, anonymous),
    versions: (handIn?.versions ?? []).map((one) => (anonymous ? { ...one, by: '' } : one)),
    grade,
    log,
    present: await listPresent(scope, work.id),
  }
}

function toVersion({ version: { feedback: _told, ...version } }: JudgedHandIn, isAnonymous: boolean) {
  return isAnonymous ? { ...hideFileNames(version), by: '' } : version
}

/** Replaces files by ones whose name and content reveal no learner. */
const hideFileNames = <Of extends { files: readonly PutFile[] }>(of: Of) => ({
  ...of,
  files: of.files.map((file, index) => ({
    ...file,
    name: numberedName(file.name, index + 1),
    url: `${file.url}?as=${index + 1}`,
  })),
})
