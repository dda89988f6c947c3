import type { PartialModelObject } from 'objection'
import { z } from 'zod'
import { amountFault, toMinorUnits } from '#core/contract/money.ts'
import { changedFields, record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { requireEntitlement } from '#core/server/entitlements.ts'
import { invalidField, notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { hasImage } from '#core/server/files/unused-images.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { Course, CourseChange, NewCourse } from '../contract.ts'
import { CourseModel } from './course.ts'
import { getCourse } from './courses.ts'
import { coursePublished } from './events.ts'
import { checkInstructor } from './instructors.ts'
import { isRestorable, lockCourse } from './outline.ts'

const describeAct = ({ id, title }: { id: string; title: string }, action: `course.${string}`, did: string) => ({
  action,
  category: 'system' as const,
  description: `${did} the course ${title}`,
  resource: 'course',
  resourceId: id,
})

/**
 * Creates a course. @throws invalid at `imageUrl` if there is no such image, at `instructorId` if that user cannot teach it, at
 * `price` with decimals that its currency does not have
 */
export async function createCourse(scope: Scope, input: NewCourse): Promise<Course> {
  await checkImage(scope, input.imageUrl)
  await checkInstructor(scope, input.instructorId)
  checkPrice(input)
  const now = scope.core.clock.now().toISOString()
  const { id } = await CourseModel.query(scope.trx).insert({
    ...toColumns(input, input),
    createdAt: now,
    updatedAt: now,
  })
  await record(scope, { ...describeAct({ id, title: input.title }, 'course.created', 'Added'), after: input })
  if (input.status === 'published') await emit(scope, coursePublished, { courseId: id })
  return getCourse(scope, id)
}

/**
 * Changes the given fields. Setting it to published again publishes it as it is now.
 * @throws not-found, outdated (409) if `updatedAt` has changed, invalid at `imageUrl`, `instructorId` or `price`,
 * plan.lacks (403) for all changes but archiving it
 */
export async function updateCourse(scope: Scope, id: string, { updatedAt, ...change }: CourseChange): Promise<Course> {
  await lockCourse(scope, id)
  const before = await getCourse(scope, id)
  refuseOutdated('this course', before.updatedAt, updatedAt)
  const changed = changedFields<Omit<CourseChange, 'updatedAt'>>(before, change)
  const isPutAway = change.status !== 'published' && Object.keys(changed.after).every((name) => name === 'status')
  if (!isPutAway) await requireEntitlement(scope, 'training-builder')
  if (Object.keys(changed.after).length > 0) {
    await checkImage(scope, changed.after.imageUrl)
    await checkInstructor(scope, changed.after.instructorId)
    const { price, currency } = { ...before, ...changed.after }
    checkPrice({ price, currency })
    await CourseModel.query(scope.trx)
      .findById(id)
      .patch({
        ...toColumns(changed.after, { price, currency }),
        updatedAt: nextVersion(scope.core.clock, before.updatedAt),
      })
    const title = changed.after.title ?? before.title
    await record(scope, {
      ...describeAct({ id, title }, 'course.updated', 'Changed'),
      ...changed,
      // Without it the amounts would have no currency in the log.
      ...(changed.after.price !== undefined && changed.after.currency === undefined && { metadata: { currency } }),
    })
  }
  if (change.status === 'published') await emit(scope, coursePublished, { courseId: id })
  return getCourse(scope, id)
}

/** Deletes a course; it can be restored for 30 days. @throws not-found */
export async function deleteCourse(scope: Scope, id: string): Promise<void> {
  const { title } = await lockCourse(scope, id)
  await CourseModel.query(scope.trx).findById(id).patch({ deletedAt: scope.core.clock.now().toISOString() })
  await record(scope, describeAct({ id, title }, 'course.deleted', 'Deleted'))
}

const updateRestoredCourse = statement(
  z.object({ title: z.string() }),
  `update lms_courses set deleted_at = null where owner = $owner and id = $id and ${isRestorable} returning title`,
)

/** Restores a course. @throws not-found if it was not deleted, or too long ago */
export async function restoreCourse(scope: Scope, id: string): Promise<Course> {
  const [found] = await scope.rows(updateRestoredCourse, {
    owner: ownerOf(scope),
    id,
    now: scope.core.clock.now().toISOString(),
  })
  if (!found) throw notFound('Course')
  await record(scope, describeAct({ id, title: found.title }, 'course.restored', 'Brought back'))
  return getCourse(scope, id)
}

async function checkImage(scope: Scope, imageUrl: string | undefined): Promise<void> {
  if (imageUrl && !(await hasImage(scope, imageUrl))) throw invalidField('imageUrl', 'Upload the image again')
}

type Price = Pick<NewCourse, 'price' | 'currency'>

function checkPrice({ price, currency }: Price): void {
  const fault = amountFault(price, currency)
  if (fault !== undefined) throw invalidField('price', fault)
}

/** @param priced the price that the course has with the change, whose minor units its currency decides */
function toColumns(
  { difficultyLevel, estimatedDuration, price: _, ...rest }: Omit<CourseChange, 'updatedAt'>,
  priced: Price,
): PartialModelObject<CourseModel> {
  return {
    ...rest,
    priceMinor: toMinorUnits(priced.price, priced.currency),
    ...(difficultyLevel === undefined ? {} : { difficulty: difficultyLevel }),
    ...(estimatedDuration === undefined ? {} : { duration: estimatedDuration }),
  }
}
