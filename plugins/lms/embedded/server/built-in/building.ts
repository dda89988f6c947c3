import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { courseStatus, newCourse } from '../../../authoring/courses/contract.ts'
import { createCourse, updateCourse } from '../../../authoring/courses/server/edit-course.ts'
import { isRestorable, lockCourse, bumpOutlineVersion } from '../../../authoring/courses/server/outline.ts'
import { MAX_LESSONS } from '../../../authoring/lessons/contract.ts'
import { buildDraft } from '../../../authoring/versions/server/draft.ts'
import { publishCourse } from '../../../authoring/versions/server/publishing.ts'
import { getNewestVersion } from '../../../authoring/versions/server/versions.ts'
import type { Outcome } from '../../contract.ts'
import type { TrainedProject, TrainingModule } from '../training.ts'
import { deriveId, toLessons, type MadeLesson } from './lessons.ts'
import { writeOutline, type MadeChapter } from './outline.ts'

// An edition is stored while the training is taught: a retired course has none, one that a user archived keeps it.
const selectExistingCourse = statement(
  z.object({ id: z.uuid(), hash: z.string().nullable(), status: courseStatus, isDeleted: z.boolean() }),
  `select id, original_edition as hash, status, deleted_at is not null as "isDeleted" from lms_courses
    where owner = $owner and original_project_id = $projectId and (deleted_at is null or ${isRestorable})
    order by deleted_at desc nulls first limit 1`,
)
const lockTrainingCourse = statement(
  `select pg_advisory_xact_lock(hashtextextended('lms.training-course:' || $owner::text || $projectId::text, 0))`,
)
const updateOrigin = statement(
  `update lms_courses set original_project_id = $projectId, original_edition = $hash where owner = $owner and id = $id`,
)

/** Maximum entries of a course's lists, and characters of each. */
const MAX_ENTRIES = 30
const MAX_ENTRY_LENGTH = 300
/** Maximum characters of a chapter's description. */
const MAX_DESCRIPTION_LENGTH = 2000

/** Project and modules from which a course is built. */
export interface TrainingCourse {
  project: TrainedProject
  modules: readonly TrainingModule[]
}

/**
 * Builds or updates the course of a project's training modules, and publishes it, so that new learners have its current state.
 * Chapters and lessons keep their positions by origin, and an author's additions stay. An archived course stays archived,
 * deleted parts are not rebuilt while they can be restored, and if authors have unpublished changes, publishing is left to
 * them.
 * @returns the outcome; with `isDryRun` the expected one
 * @throws lesson.too-many (409)
 */
export async function buildCourse(
  scope: Scope,
  { project, modules }: TrainingCourse,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Outcome> {
  const of = { owner: ownerOf(scope), projectId: project.projectId }
  // Two concurrent saves build one course.
  await scope.rows(lockTrainingCourse, of)
  const [before] = await scope.rows(selectExistingCourse, { ...of, now: scope.core.clock.now().toISOString() })
  const hash = hashTraining({ project, modules })
  if (before && (before.isDeleted || before.hash === hash)) return 'same'
  const chapters = modules.map(toChapter)
  if (chapters.reduce((sum, { lessons }) => sum + lessons.length, 0) > MAX_LESSONS) {
    throw new AppError('lesson.too-many', 409, `A course has at most ${MAX_LESSONS} lessons.`)
  }
  const outcome = before ? 'updated' : 'created'
  if (isDryRun) return outcome
  const fields = toCourseFields({ project, modules })
  const id = before?.id ?? (await createCourse(scope, newCourse.parse(fields))).id
  await lockCourse(scope, id)
  const isToPublish = !before || (isTaught(before) && !(await hasOwnChanges(scope, id)))
  if (before) await updateCourse(scope, id, fields)
  await scope.rows(updateOrigin, { ...of, id, hash })
  await writeOutline(scope, id, withOriginsOnce(chapters))
  await bumpOutlineVersion(scope, id)
  if (isToPublish) await publishCourse(scope, id)
  return outcome
}

/** Checks if it is in the catalog, or was archived only for lack of modules. */
const isTaught = ({ status, hash }: { status: string; hash: string | null }) =>
  status === 'published' || (status === 'archived' && hash === null)

/** Checks if an author has unpublished changes. */
async function hasOwnChanges(scope: Scope, courseId: string): Promise<boolean> {
  const published = await getNewestVersion(scope, courseId)
  return published !== undefined && !isDeepStrictEqual(published.outline, (await buildDraft(scope, courseId)).outline)
}

/** Archives the course of a project without modules. @returns true if there was one */
export async function retireCourse(scope: Scope, projectId: string): Promise<boolean> {
  const of = { owner: ownerOf(scope), projectId }
  const [before] = await scope.rows(selectExistingCourse, { ...of, now: scope.core.clock.now().toISOString() })
  if (!before || before.isDeleted || before.status !== 'published') return false
  await updateCourse(scope, before.id, { status: 'archived' })
  await scope.rows(updateOrigin, { ...of, id: before.id, hash: null })
  return true
}

function hashTraining({ project: { title, description, category, difficulty }, modules }: TrainingCourse): string {
  return createHash('sha256')
    .update(JSON.stringify([title, description, category, difficulty, modules.map(listModuleParts)]))
    .digest('hex')
}

/** Lists the parts of a module that are in the course. */
const listModuleParts = (module: TrainingModule) => [module.learningObjectives, module.prerequisites, toChapter(module)]

function toCourseFields({ project, modules }: TrainingCourse) {
  const { title, description, category, difficulty } = project
  const listed = (entries: readonly string[]) =>
    [...new Set(entries.map((entry) => entry.slice(0, MAX_ENTRY_LENGTH).trim()))].filter(Boolean).slice(0, MAX_ENTRIES)
  return {
    title,
    description,
    category,
    difficultyLevel: difficulty,
    // 0: the sum of its lessons.
    estimatedDuration: 0,
    learningObjectives: listed(modules.flatMap(({ learningObjectives }) => learningObjectives)),
    prerequisites: listed(modules.flatMap(({ prerequisites }) => prerequisites)),
    tags: ['Training'],
  }
}

function toChapter(module: TrainingModule): MadeChapter {
  const { id, title, description } = module
  return { originId: id, title, description: description.slice(0, MAX_DESCRIPTION_LENGTH), lessons: toLessons(module) }
}

/** Makes origins unique: a section that is in two modules gets another origin in the second one. */
function withOriginsOnce(chapters: readonly MadeChapter[]): MadeChapter[] {
  const seen = new Set<string>()
  const once = (lesson: MadeLesson, { originId: chapter }: MadeChapter): MadeLesson => {
    const originId = seen.has(lesson.originId) ? deriveId(`${chapter} ${lesson.originId}`) : lesson.originId
    seen.add(originId)
    return { ...lesson, originId }
  }
  return chapters.map((chapter) => ({ ...chapter, lessons: chapter.lessons.map((lesson) => once(lesson, chapter)) }))
}
