import type { ReactNode } from 'react'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { minutesOf } from '../../courses/web/courseWords.ts'
import type { Lesson } from '../../lessons/contract.ts'
import { lessonContentPath, typeWords } from '../../lessons/web/lessonWords.ts'
import * as styles from './LessonRow.css.ts'

interface LessonRowProps {
  lesson: Lesson
  /** What it is dragged by. */
  handle?: ReactNode
  items: readonly MenuEntry[]
}

/** A lesson in a list of its authors. */
export function LessonRow({ lesson, handle, items }: LessonRowProps) {
  return (
    <div className={styles.row}>
      {handle}
      <span className={styles.number}>{lesson.order}</span>
      <span className={styles.words}>
        <TextLink href={lessonContentPath(lesson.id)} className={styles.title}>
          {lesson.title}
        </TextLink>
        <span className={styles.about}>
          {typeWords[lesson.contentType].label} · {minutesOf(lesson.duration)}
        </span>
      </span>
      {!lesson.isRequired && <Badge>Optional</Badge>}
      {lesson.isPreview && <Badge tone="blue">Preview</Badge>}
      <MenuButton label={`Actions for ${lesson.title}`} items={items} />
    </div>
  )
}
