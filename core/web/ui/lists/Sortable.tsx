import {
  closestCorners,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import * as styles from './Sortable.css.ts'

export interface SortableGroup {
  id: string
  /** Name as it is announced to users: 'Chapter One'. */
  name: string
  items: readonly { id: string; name: string }[]
}

export interface SortableAreaProps {
  groups: readonly SortableGroup[]
  /** @param index where the item is to stand in the group, once it is taken out of where it was */
  onMove: (itemId: string, groupId: string, index: number) => void
  /** SortableLists, one for each group. */
  children: ReactNode
}

/** 25 px a key press (spec part 2, section 9), as the library has it; the item's menu moves in whole places. */
const instructions = {
  draggable: t(
    'To pick up an item, press Space or Enter. While it is picked up, the arrow keys move it. Press Space or Enter again to drop it, or Escape to leave it where it was.',
  ),
}

/** Lists whose items can be dragged within a list and from one to another, by pointer and by keyboard. */
export function SortableArea({ groups, onMove, children }: SortableAreaProps) {
  const sensors = useSensors(
    // A press that moves less is a press.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const target = over && placeOf(groups, String(over.id))
    if (!target || active.id === over.id) return
    onMove(String(active.id), target.group.id, target.index)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCorners}
      onDragEnd={drop}
      accessibility={{ announcements: announcementsOf(groups), screenReaderInstructions: instructions }}
    >
      {children}
    </DndContext>
  )
}

/** Finds the place of an item, or of the end of a group. */
function placeOf(groups: readonly SortableGroup[], id: string): { group: SortableGroup; index: number } | undefined {
  for (const group of groups) {
    if (group.id === id) return { group, index: group.items.length }
    const index = group.items.findIndex((item) => item.id === id)
    if (index >= 0) return { group, index }
  }
  return undefined
}

function announcementsOf(groups: readonly SortableGroup[]): Announcements {
  const named = (id: string | number) =>
    groups.flatMap(({ items }) => items).find((item) => item.id === id)?.name ?? t('The item')
  const where = (id: string | number | undefined) => {
    const found = id === undefined ? undefined : placeOf(groups, String(id))
    return found && t('place {number} of {name}', { number: found.index + 1, name: found.group.name })
  }
  return {
    onDragStart: ({ active }) =>
      t('Picked up {named}, {where}.', { named: named(active.id), where: where(active.id) ?? '' }),
    onDragOver: ({ active, over }) =>
      over
        ? t('{named} is over {where}.', { named: named(active.id), where: where(over.id) ?? '' })
        : t('{named} is over no list.', { named: named(active.id) }),
    onDragEnd: ({ active, over }) =>
      over
        ? t('{named} was dropped on {where}.', { named: named(active.id), where: where(over.id) ?? '' })
        : t('{named} was dropped.', { named: named(active.id) }),
    onDragCancel: ({ active }) => t('{named} stays where it was.', { named: named(active.id) }),
  }
}

export interface SortableListProps {
  group: SortableGroup
  /** Draws an item; `handle` is what it is dragged by. */
  children: (id: string, handle: ReactNode) => ReactNode
  /** Shown when it has no items; items can be dropped there all the same. */
  empty?: ReactNode
}

/** One list of a SortableArea. */
export function SortableList({ group, children, empty }: SortableListProps) {
  const { setNodeRef, isOver } = useDroppable({ id: group.id })
  return (
    <SortableContext items={group.items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
      <div ref={setNodeRef} className={isOver ? `${styles.area} ${styles.over}` : styles.area}>
        {group.items.length === 0 ? (
          empty
        ) : (
          <ol className={styles.list}>
            {group.items.map(({ id, name }) => (
              <SortableRow key={id} id={id} name={name}>
                {(handle) => children(id, handle)}
              </SortableRow>
            ))}
          </ol>
        )}
      </div>
    </SortableContext>
  )
}

function SortableRow({ id, name, children }: { id: string; name: string; children: (handle: ReactNode) => ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    // Spec part 2, section 9.
    transition: { duration: 200, easing: 'ease' },
  })
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? `${styles.row} ${styles.dragged}` : styles.row}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      {children(
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          className={styles.handle}
          aria-label={t('Drag {name}', { name })}
        >
          <GripVertical size={16} aria-hidden />
        </button>,
      )}
    </li>
  )
}
