import { filesOf } from '#core/contract/rich-text.ts'
import type { ShownFile } from '../../files/server/version-files.ts'
import { getKind } from '../../lessons/kinds/contract.ts'
import type { CourseOutline } from './course-outline.ts'
import type { LessonContent } from './draft.ts'

const address = /^\/api\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Lists the files that lessons of a version show in their texts and details, or link to. */
export function listShownFiles({ lessons }: CourseOutline, contents: readonly LessonContent[]): ShownFile[] {
  const byLesson = new Map(contents.map((content) => [content.lessonId, content]))
  return lessons.flatMap(({ id: lessonId, contentType, contentUrl, isPreview }) => {
    const content = byLesson.get(lessonId)
    if (!content) return []
    const kind = getKind(contentType)
    const named = [...filesOf(content.body), ...kind.files(kind.details.parse(content.details))]
    const led = address.exec(contentUrl)?.[1]
    return [...named, ...(led === undefined ? [] : [led])].map((id) => ({ id, isPreview, lessonId }))
  })
}
