import { FolderPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { DisclosureGroup } from '#core/web/ui/layout/DisclosureGroup.tsx'
import { SortableArea, SortableList } from '#core/web/ui/lists/Sortable.tsx'
import type { Chapter, Course } from '../../authoring/courses/contract.ts'
import { statusLabels } from '../../authoring/courses/web/courseLabels.ts'
import type { Lesson } from '../../authoring/lessons/contract.ts'
import { getLessonContentPath } from '../../authoring/lessons/web/lessonLabels.ts'
import { AddChapterDialog } from './AddChapterDialog.tsx'
import { LessonRow } from './LessonRow.tsx'
import { toSections, UNASSIGNED, type Section } from '../../authoring/lessons/web/sections.ts'
import { moveLesson } from './outline.ts'
import * as styles from './StructureTab.css.ts'
import { useChapterActs } from './useChapterActs.tsx'
import { useOrder } from './useOrder.ts'

interface StructureTabProps {
  course: Course
  chapters: readonly Chapter[]
  lessons: readonly Lesson[]
  /** Adds a lesson, to this chapter if one is given. */
  onAdd: (chapterId?: string) => void
  onEdit: (lesson: Lesson) => void
  onDelete: (lesson: Lesson) => void
}

/** Renders the outline of a course: chapters and lessons, which can be dragged. */
export function StructureTab({ course, chapters, lessons: saved, onAdd, onEdit, onDelete }: StructureTabProps) {
  const [isAdding, setAdding] = useState(false)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { lessons, save } = useOrder(course, saved)
  const { ask, move: moveChapter, dialog } = useChapterActs(chapters)
  const sections = toSections(chapters, lessons)
  const move = (lessonId: string, sectionId: string, index: number) =>
    save(moveLesson(sections, lessonId, sectionId, index))
  const list = (section: Section, empty: string) => (
    <SortableList
      group={{
        id: section.id,
        name: section.name,
        items: section.lessons.map(({ id, title }) => ({ id, name: title })),
      }}
      empty={<p className={styles.none}>{empty}</p>}
    >
      {(id, handle) => {
        const index = section.lessons.findIndex((one) => one.id === id)
        const lesson = section.lessons[index]
        return (
          lesson && (
            <LessonRow
              lesson={lesson}
              handle={handle}
              items={[
                { label: 'Write content', href: getLessonContentPath(lesson.id) },
                { label: 'Edit', onAction: () => onEdit(lesson) },
                ...listPlaces(sections, section, index, (sectionId, place) => move(id, sectionId, place)),
                'separator',
                { label: 'Delete', isDanger: true, onAction: () => onDelete(lesson) },
              ]}
            />
          )
        )
      }}
    </SortableList>
  )
  const unassigned = sections.at(-1)
  return (
    <div className={styles.outline}>
      <div className={styles.head}>
        <Button icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
          Add Chapter
        </Button>
        <Button icon={<Plus size={16} aria-hidden />} onPress={() => onAdd()}>
          Add Lesson
        </Button>
      </div>
      {chapters.length === 0 && (
        <EmptyState icon={<FolderPlus size={20} aria-hidden />} title="No chapters yet">
          Chapters divide a course into sections. Move lessons into them.
        </EmptyState>
      )}
      <SortableArea groups={toGroups(sections)} onMove={move}>
        <DisclosureGroup
          open={new Set(chapters.map(({ id }) => id).filter((id) => !closed.has(id)))}
          onOpenChange={(open) => setClosed(new Set(chapters.map(({ id }) => id).filter((id) => !open.has(id))))}
          sections={sections.flatMap(({ chapter, ...section }, index) =>
            chapter
              ? [
                  {
                    id: section.id,
                    title: chapter.title,
                    count: section.lessons.length,
                    counted: { one: 'lesson', several: 'lessons' },
                    content: (
                      <div className={styles.chapter}>
                        <div className={styles.about}>
                          <span>
                            <Badge tone={statusLabels[chapter.status].tone}>{statusLabels[chapter.status].label}</Badge>{' '}
                            {chapter.description}
                          </span>
                          <MenuButton
                            label={`Actions for ${chapter.title}`}
                            items={[
                              { label: 'Add Lesson', onAction: () => onAdd(chapter.id) },
                              { label: 'Edit', onAction: () => ask('edit', chapter) },
                              {
                                label: 'Move up',
                                isDisabled: index === 0,
                                onAction: () => moveChapter(chapter, index),
                              },
                              {
                                label: 'Move down',
                                isDisabled: index === chapters.length - 1,
                                onAction: () => moveChapter(chapter, index + 2),
                              },
                              'separator',
                              { label: 'Delete', isDanger: true, onAction: () => ask('delete', chapter) },
                            ]}
                          />
                        </div>
                        {list(
                          { chapter, ...section },
                          'No lessons in this chapter: add one from its menu, or drag one here.',
                        )}
                      </div>
                    ),
                  },
                ]
              : [],
          )}
        />
        {unassigned && (unassigned.lessons.length > 0 || chapters.length === 0) && (
          <section className={styles.unassigned} aria-label="Unassigned Lessons">
            <h3 className={styles.title}>Unassigned Lessons</h3>
            {list(unassigned, 'No lessons created yet')}
          </section>
        )}
      </SortableArea>
      {dialog}
      <AddChapterDialog courseId={course.id} isOpen={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

const toGroups = (sections: readonly Section[]) =>
  sections.map(({ id, name, lessons }) => ({
    id,
    name,
    items: lessons.map((lesson) => ({ id: lesson.id, name: lesson.title })),
  }))

/** Lists the positions for a menu, as an alternative to dragging. */
function listPlaces(
  sections: readonly Section[],
  section: Section,
  index: number,
  move: (sectionId: string, index: number) => void,
): MenuEntry[] {
  const last = section.lessons.length - 1
  return [
    { label: 'Move up', isDisabled: index === 0, onAction: () => move(section.id, index - 1) },
    { label: 'Move down', isDisabled: index === last, onAction: () => move(section.id, index + 1) },
    ...sections
      .filter(({ id }) => id !== section.id)
      .map(({ id, name, lessons }) => ({
        label: `Move to ${id === UNASSIGNED ? 'Unassigned Lessons' : name}`,
        onAction: () => move(id, lessons.length),
      })),
  ]
}
