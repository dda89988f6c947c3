import { isDeepStrictEqual } from 'node:util'
import type { VersionChange } from '../contract.ts'
import type { CourseOutline, OutlineLesson } from './course-outline.ts'

type Chapter = CourseOutline['chapters'][number]

/** Lists the changes from one outline to another. */
export function listChanges(before: CourseOutline, after: CourseOutline): VersionChange[] {
  const { chapters: chaptersBefore, lessons: lessonsBefore, ...courseBefore } = before
  const { chapters, lessons, ...course } = after
  const fields = listDifferences(courseBefore, course)
  return [
    ...(fields.length > 0 ? [{ what: 'course' as const, did: 'changed' as const, title: course.title, fields }] : []),
    ...listPartChanges('chapter', chaptersBefore, chapters, () => false),
    ...listPartChanges(
      'lesson',
      lessonsBefore.map(toComparable),
      lessons.map(toComparable),
      (one, other) => one.chapterId !== other.chapterId,
    ),
    ...(isReordered(chaptersBefore, chapters) || isReordered(lessonsBefore, lessons)
      ? [{ what: 'order' as const, did: 'changed' as const, title: course.title, fields: [] }]
      : []),
  ]
}

/** Picks the parts of a lesson that changes compare. Whether it is finished follows from its content. */
const toComparable = ({ edition, contentType, contentUrl, unfinished: _unfinished, ...lesson }: OutlineLesson) => ({
  ...lesson,
  content: [edition, contentType, contentUrl].join(),
})

function listPartChanges<Item extends { id: string; title: string }>(
  what: 'chapter' | 'lesson',
  before: readonly Item[],
  after: readonly Item[],
  isMoved: (one: Item, other: Item) => boolean,
): VersionChange[] {
  const known = new Map(before.map((item) => [item.id, item]))
  const there = new Set(after.map(({ id }) => id))
  return [
    ...after.flatMap((item): VersionChange[] => {
      const was = known.get(item.id)
      if (!was) return [{ what, did: 'added', title: item.title, fields: [] }]
      const fields = listDifferences(was, item).filter((field) => field !== 'chapterId')
      return [
        ...(isMoved(was, item) ? [{ what, did: 'moved' as const, title: item.title, fields: [] }] : []),
        ...(fields.length > 0 ? [{ what, did: 'changed' as const, title: item.title, fields }] : []),
      ]
    }),
    ...before
      .filter(({ id }) => !there.has(id))
      .map(({ title }) => ({ what, did: 'removed' as const, title, fields: [] })),
  ]
}

function listDifferences<T extends object>(one: T, other: T): string[] {
  // A field that one of them lacks was emptied, or is new.
  const names = new Set([...Object.keys(other), ...Object.keys(one)] as (keyof T & string)[])
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name]))
}

/** Checks if parts that stayed within their chapter have another order there. */
function isReordered(before: readonly Placed[], after: readonly Placed[]): boolean {
  const placeOf = ({ id, chapterId = null }: Placed) => `${chapterId} ${id}`
  const [known, there] = [new Set(before.map(placeOf)), new Set(after.map(placeOf))]
  const stayed = before.map(placeOf).filter((place) => there.has(place))
  return !isDeepStrictEqual(
    stayed,
    after.map(placeOf).filter((place) => known.has(place)),
  )
}

type Placed = Pick<Chapter, 'id'> & { chapterId?: string | null }
