import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { courseStatus, newCourse } from '../../../courses/contract.ts'
import { createCourse, updateCourse } from '../../../courses/server/authoring.ts'
import { holdCourse, outlineMoved } from '../../../courses/server/outline.ts'
import { MAX_LESSONS } from '../../../lessons/contract.ts'
import { publishCourse } from '../../../versions/server/publishing.ts'
import type { Outcome } from '../../contract.ts'
import type { TrainedProject, TrainingModule } from '../training.ts'
import { idFrom, lessonsOf, type MadeLesson } from './lessons.ts'
import { writeOutline, type MadeChapter } from './outline.ts'

const existing = statement(
  z.object({ id: z.uuid(), hash: z.string().nullable(), status: courseStatus }),
  `select id, original_edition as hash, status from lms_courses
    where owner = $owner and original_project_id = $projectId and deleted_at is null`,
)
const locked = statement(
  `select pg_advisory_xact_lock(hashtextextended('lms.training-course:' || $owner::text || $projectId::text, 0))`,
)
const marked = statement(
  `update lms_courses set original_project_id = $projectId, original_edition = $hash where owner = $owner and id = $id`,
)

/** Most entries of a course's lists, and characters of each. */
const ENTRIES = 30
const ENTRY = 300
/** Characters of what chapters are described with. */
const DESCRIPTION = 2000

/** What a course is made of. */
export interface TrainingCourse {
  project: TrainedProject
  modules: readonly TrainingModule[]
}

/**
 * Makes the course of a project's training modules, or makes it anew and publishes it, so that those who begin have it as
 * it is now. Chapters and lessons keep their places by what they are made of, and what an author has added stays.
 * @returns what became of it; with `isDryRun` what would
 * @throws lesson.too-many 409
 */
export async function buildCourse(
  scope: Scope,
  { project, modules }: TrainingCourse,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Outcome> {
  const of = { owner: ownerOf(scope), projectId: project.projectId }
  // Two who save at once make one course.
  await scope.rows(locked, of)
  const [before] = await scope.rows(existing, of)
  const hash = hashOf({ project, modules })
  if (before?.hash === hash && before.status === 'published') return 'same'
  const chapters = modules.map(chapterOf)
  if (chapters.reduce((sum, { lessons }) => sum + lessons.length, 0) > MAX_LESSONS) {
    throw new AppError('lesson.too-many', 409, `A course has at most ${MAX_LESSONS} lessons.`)
  }
  const outcome = before ? 'updated' : 'created'
  if (isDryRun) return outcome
  const fields = fieldsOf({ project, modules })
  const id = before?.id ?? (await createCourse(scope, newCourse.parse(fields))).id
  if (before) await updateCourse(scope, id, fields)
  await scope.rows(marked, { ...of, id, hash })
  await holdCourse(scope, id)
  await writeOutline(scope, id, withOriginsOnce(chapters))
  await outlineMoved(scope, id)
  await publishCourse(scope, id)
  return outcome
}

/** Takes the course of a project without modules out of the catalogue. @returns whether there was one */
export async function retireCourse(scope: Scope, projectId: string): Promise<boolean> {
  const [before] = await scope.rows(existing, { owner: ownerOf(scope), projectId })
  if (!before || before.status !== 'published') return false
  await updateCourse(scope, before.id, { status: 'archived' })
  return true
}

function hashOf({ project: { title, description, category, difficulty }, modules }: TrainingCourse): string {
  return createHash('sha256')
    .update(JSON.stringify([title, description, category, difficulty, modules.map(partsOf)]))
    .digest('hex')
}

/** What of a module is in the course. */
const partsOf = (module: TrainingModule) => [module.learningObjectives, module.prerequisites, chapterOf(module)]

function fieldsOf({ project, modules }: TrainingCourse) {
  const { title, description, category, difficulty } = project
  const listed = (entries: readonly string[]) =>
    [...new Set(entries.map((entry) => entry.slice(0, ENTRY).trim()))].filter(Boolean).slice(0, ENTRIES)
  return {
    title,
    description,
    category,
    difficultyLevel: difficulty,
    // As long as its lessons.
    estimatedDuration: 0,
    learningObjectives: listed(modules.flatMap(({ learningObjectives }) => learningObjectives)),
    prerequisites: listed(modules.flatMap(({ prerequisites }) => prerequisites)),
    tags: ['Training'],
  }
}

function chapterOf(module: TrainingModule): MadeChapter {
  const { id, title, description } = module
  return { originId: id, title, description: description.slice(0, DESCRIPTION), lessons: lessonsOf(module) }
}

/** A lesson for each origin: of a section that stands in two modules the second gets another. */
function withOriginsOnce(chapters: readonly MadeChapter[]): MadeChapter[] {
  const seen = new Set<string>()
  const once = (lesson: MadeLesson, { originId: chapter }: MadeChapter): MadeLesson => {
    const originId = seen.has(lesson.originId) ? idFrom(`${chapter} ${lesson.originId}`) : lesson.originId
    seen.add(originId)
    return { ...lesson, originId }
  }
  return chapters.map((chapter) => ({ ...chapter, lessons: chapter.lessons.map((lesson) => once(lesson, chapter)) }))
}
