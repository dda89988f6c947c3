import { toMinorUnits } from '#core/contract/money.ts'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { imageKind } from '#core/server/files/image-kind.ts'
import { newIds } from '#core/server/identity/contacts.ts'
import { enforceLimit } from '#core/server/limits.ts'
import { ChapterModel } from '../../courses/server/chapter.ts'
import { CourseModel } from '../../courses/server/course.ts'
import { rejectCircles } from '../../courses/server/openings.ts'
import { COURSE_FILE, COURSE_PACKAGE, type PackageFacts } from '../../files/contract.ts'
import { measureRecordings } from '../../files/server/measuring.ts'
import { COURSE_CAPTIONS, COURSE_PICTURE } from '../../files/server/file-kinds.ts'
import { LessonModel } from '../../lessons/server/lesson.ts'
import { copyQuestions } from '../../questions/server/edit-question.ts'
import { BankModel } from '../../questions/server/bank.ts'
import { addQuestionPictures } from '../../questions/server/question-pictures.ts'
import type { CourseDocument, DocumentFile } from './course-document.ts'

/** File whose content is in the store. */
export interface StoredFile extends DocumentFile {
  mimeType: string
  package: PackageFacts | null
}

/** Finds the file kind under which the document's file is stored. */
export const getFileKind = (kind: DocumentFile['kind']): string =>
  ({
    picture: COURSE_PICTURE,
    captions: COURSE_CAPTIONS,
    package: COURSE_PACKAGE,
    image: imageKind.id,
    question_picture: imageKind.id,
  })[kind as string] ?? COURSE_FILE

/** Checks if a file is an image: images belong to no course, and are found by references to them. */
const isImage = ({ kind }: DocumentFile) => kind === 'image' || kind === 'question_picture'

const insertFiles = statement(
  `insert into files (id, kind, owner_id, filename, mime_type, size, sha256, state, uploaded_by)
    select f.id, f.kind, f.owner_id, f.name, f.mime_type, f.size, f.sha256, 'complete', $uploadedBy::uuid
      from unnest($ids::uuid[], $kinds::text[], $owners::uuid[], $names::text[], $types::text[], $sizes::bigint[],
        $hashes::text[]) f (id, kind, owner_id, name, mime_type, size, sha256)`,
)

const insertCourseFiles = statement(
  `insert into lms_files (id, course_id, kind, name, package, created_at, updated_at)
    select f.id, $courseId, f.kind, f.name, f.package, $now::timestamptz, $now::timestamptz
      from unnest($ids::uuid[], $kinds::text[], $names::text[], $packages::jsonb[]) f (id, kind, name, package)`,
)

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Replaces ids anywhere in a value. */
const renameIds = <Value>(value: Value, names: ReadonlyMap<string, string>): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(uuid, (id) => names.get(id) ?? id)) as Value

/**
 * Writes a new course as a draft: every part gets a new id, and references between parts follow.
 * @param banks true to also write the banks that it draws from; otherwise it draws from existing ones
 * @throws plan.limit (403), invalid if its parts would wait for each other
 */
export async function writeCourse(
  scope: Scope,
  { course, chapters, lessons, banks }: CourseDocument,
  files: readonly StoredFile[],
  { withBanks }: { withBanks: boolean },
): Promise<string> {
  const now = scope.core.clock.now().toISOString()
  const at = { createdAt: now, updatedAt: now }
  const names = new Map<string, string>()
  for (const [index, id] of (await newIds(scope, files.length)).entries()) names.set(files[index]?.id ?? '', id)
  const image = files.find(({ kind }) => kind === 'image')
  const { difficultyLevel: difficulty, estimatedDuration: duration, price, ...fields } = course
  const imageUrl = image ? `/api/images/${names.get(image.id)}` : ''
  const priceMinor = toMinorUnits(price, fields.currency)
  const inserted = { ...fields, difficulty, duration, priceMinor, imageUrl, ...at }
  const { id: courseId } = await CourseModel.query(scope.trx).insert(inserted)
  await saveFiles(scope, courseId, files, names)
  await measureRecordings(scope, courseId)
  if (withBanks) {
    for (const { id, questions, ...bank } of banks) {
      const made = await BankModel.query(scope.trx).insert({ ...bank, ...at })
      names.set(id, made.id)
      if (questions.length > 0) await copyQuestions(scope, made.id, renameIds(questions, names))
    }
  }
  const parts = [...chapters, ...lessons]
  for (const [index, id] of (await newIds(scope, parts.length)).entries()) names.set(parts[index]?.id ?? '', id)
  const named = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? [])
  if (chapters.length > 0) {
    const outlined = chapters.map(({ id, afterIds, ...chapter }, index) => ({
      ...chapter,
      id: names.get(id) ?? id,
      afterIds: named(afterIds),
      courseId,
      position: index + 1,
      ...at,
    }))
    await ChapterModel.query(scope.trx).insert(outlined)
  }
  const written = lessons.map(({ id, chapterId, afterIds, contentUrl, body, details, ...lesson }, index) => ({
    ...lesson,
    ...at,
    id: names.get(id) ?? id,
    afterIds: named(afterIds),
    courseId,
    chapterId: chapterId === null ? null : (names.get(chapterId) ?? null),
    contentUrl: renameIds(contentUrl, names),
    content: renameIds(body, names),
    details: renameIds(details, names),
    position: index + 1,
  }))
  if (written.length > 0) await LessonModel.query(scope.trx).insert(written)
  await rejectCircles(scope, courseId)
  return courseId
}

async function saveFiles(
  scope: Scope,
  courseId: string,
  files: readonly StoredFile[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const { user } = scope.actor
  if (scope.kind === 'tenant') {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    await enforceLimit(scope, scope.tenantId, 'storage', bytes)
  }
  const idOf = ({ id }: StoredFile) => names.get(id)
  await scope.rows(insertFiles, {
    uploadedBy: user?.tenantId ? user.id : null,
    ids: files.map(idOf),
    kinds: files.map(({ kind }) => getFileKind(kind)),
    owners: files.map((file) => (isImage(file) ? null : courseId)),
    names: files.map(({ name }) => name),
    types: files.map(({ mimeType }) => mimeType),
    sizes: files.map(({ size }) => size),
    hashes: files.map(({ sha256 }) => sha256),
  })
  const ofQuestions = files.filter(({ kind }) => kind === 'question_picture')
  await addQuestionPictures(
    scope,
    ofQuestions.map(({ id }) => names.get(id) ?? id),
  )
  const ofCourse = files.filter((file) => !isImage(file))
  await scope.rows(insertCourseFiles, {
    courseId,
    now: scope.core.clock.now(),
    ids: ofCourse.map(idOf),
    kinds: ofCourse.map(({ kind }) => kind),
    names: ofCourse.map(({ name }) => name),
    packages: ofCourse.map(({ package: facts }) => facts && JSON.stringify(facts)),
  })
}

/** Records in the audit log that a course was copied from another one. */
export const recordMade = (
  scope: Scope,
  made: { id: string; action: 'course.duplicated' | 'course.imported'; description: string },
): Promise<void> =>
  record(scope, {
    action: made.action,
    category: 'system',
    description: made.description,
    resource: 'course',
    resourceId: made.id,
  })
