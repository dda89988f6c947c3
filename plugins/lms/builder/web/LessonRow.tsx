import type { ReactNode } from 'react'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import { formatMinutes } from '../../authoring/courses/web/courseLabels.ts'
import type { Lesson } from '../../authoring/lessons/contract.ts'
import { getLessonContentPath, typeLabels } from '../../authoring/lessons/web/lessonLabels.ts'

interface LessonRowProps {
  lesson: Lesson
  /** Drag handle. */
  handle?: ReactNode
  items: readonly MenuEntry[]
}

/** Row of a lesson in the authors' list. */
export function LessonRow({ lesson, handle, items }: LessonRowProps) {
  return (
    <ItemRow
      title={lesson.title}
      href={getLessonContentPath(lesson.id)}
      about={`${typeLabels[lesson.contentType].label} · ${formatMinutes(lesson.duration)}`}
      handle={handle}
      number={lesson.order}
    >
      {!lesson.isRequired && <Badge>Optional</Badge>}
      {lesson.isPreview && <Badge tone="blue">Preview</Badge>}
      <MenuButton label={`Actions for ${lesson.title}`} items={items} />
    </ItemRow>
  )
}
