import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'

/** Builds the SQL of the columns of `alias` with its opening conditions. */
export const openingColumns = (alias: string): string =>
  `to_char(${alias}.opens_on, 'YYYY-MM-DD') as "opensOn", ${alias}.opens_after_days as "opensAfterDays",
    ${alias}.after_ids as "afterIds"`

const selectParts = statement(
  z.object({
    id: z.uuid(),
    title: z.string(),
    chapterId: z.uuid().nullable(),
    isChapter: z.boolean(),
    afterIds: z.array(z.string()),
  }),
  `select h.id, h.title, null::uuid as "chapterId", true as "isChapter", h.after_ids as "afterIds" from lms_chapters h
      where h.owner = $owner and h.course_id = $courseId and h.deleted_at is null
    union all
    select l.id, l.title, h.id, false, l.after_ids from lms_lessons l
      left join lms_chapters h on h.owner = l.owner and h.id = l.chapter_id and h.deleted_at is null
      where l.owner = $owner and l.course_id = $courseId and l.deleted_at is null`,
)
type Part = z.infer<(typeof selectParts)['row']>

interface Changed {
  id: string
  isChapter: boolean
  afterIds?: readonly string[] | undefined
  /** Earlier conditions: one whose part was deleted since may stay. */
  before?: readonly string[]
}

/**
 * Refuses conditions that no learner could meet, after they were written: a lesson waits for the lessons that it names and
 * the chapters that its chapter names, a chapter for all of its lessons.
 * @throws invalid at `afterIds` for parts of another course, and for parts of a locked course that wait for each other in a
 * circle, which is named
 */
export async function rejectCircles(scope: Scope, courseId: string, changed?: Changed): Promise<void> {
  const all = await scope.rows(selectParts, { owner: ownerOf(scope), courseId })
  if (changed?.afterIds) rejectUnknownParts(all, changed.afterIds, changed)
  if (all.every(({ afterIds }) => afterIds.length === 0)) return
  const byId = new Map(all.map((part) => [part.id, part]))
  // Starts at the changed part, so that the author recognizes the circle.
  const circle = findCircle([...(changed ? [changed.id] : []), ...byId.keys()], buildDependents(all, byId))
  if (!circle) return
  const way = circle.map((id) => `“${byId.get(id)?.title}”`).join(' → ')
  throw invalidField('afterIds', `These would wait for each other: ${way}`)
}

function rejectUnknownParts(
  all: readonly Part[],
  afterIds: readonly string[],
  { isChapter, id, before = [] }: Changed,
): void {
  const alike = new Set(all.filter((part) => part.isChapter === isChapter && part.id !== id).map((part) => part.id))
  if (afterIds.every((after) => alike.has(after) || before.includes(after))) return
  throw invalidField('afterIds', `This course has no such ${isChapter ? 'chapter' : 'lesson'}`)
}

/** Maps each part to those that it waits for, by ids. */
function buildDependents(all: readonly Part[], byId: ReadonlyMap<string, Part>): (id: string) => string[] {
  const lessonsOf = Map.groupBy(
    all.filter(({ chapterId }) => chapterId !== null),
    ({ chapterId }) => chapterId,
  )
  return (id) => {
    const part = byId.get(id)
    if (!part) return []
    const chapter = part.chapterId === null ? undefined : byId.get(part.chapterId)
    const named = [...part.afterIds, ...(chapter?.afterIds ?? [])].filter((after) => byId.has(after))
    return part.isChapter ? [...named, ...(lessonsOf.get(id) ?? []).map((lesson) => lesson.id)] : named
  }
}

/** Finds a circle, as ids from one part around to itself; undefined if no part waits for itself. */
function findCircle(ids: readonly string[], next: (id: string) => string[]): string[] | undefined {
  const known = new Set<string>()
  for (const begin of ids) {
    // Iterative: a chain may be as long as the course.
    const way: { id: string; rest: string[] }[] = known.has(begin) ? [] : [{ id: begin, rest: next(begin) }]
    known.add(begin)
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const id = last.rest.pop()
      if (id === undefined) {
        way.pop()
        continue
      }
      const place = way.findIndex((step) => step.id === id)
      if (place >= 0) return [...way.slice(place).map((step) => step.id), id]
      if (known.has(id)) continue
      known.add(id)
      way.push({ id, rest: next(id) })
    }
  }
  return undefined
}
