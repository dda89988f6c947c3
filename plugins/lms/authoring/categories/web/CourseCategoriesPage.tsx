import { ArrowDown, ArrowUp, Plus, Tags } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Tooltip } from '#core/web/ui/overlays/Tooltip.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { categorySettings, type CourseCategory } from '../contract.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import * as styles from './CourseCategoriesPage.css.ts'
import { SettingsPage } from '#core/web/pages/settings/SettingsPage.tsx'
import { useSaveSettings, useSettings } from '#core/web/pages/settings/useSettings.ts'

/** Edits the list that courses choose from; each change is saved as it is made. */
export function CourseCategoriesPage() {
  const settings = useSettings()
  const categories = settings.data && categorySettings.parse(settings.data).courseCategories
  const [asked, setAsked] = useState<{
    for: 'edit' | 'remove'
    category: CourseCategory | undefined
    isOpen: boolean
  }>()
  const save = useSaveCategories(settings.refetch)
  const close = (isOpen: boolean) => setAsked(asked && { ...asked, isOpen })
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden />}
      isDisabled={!categories}
      onPress={() => setAsked({ for: 'edit', category: undefined, isOpen: true })}
    >
      Add category
    </Button>
  )
  return (
    <SettingsPage path="/settings/course-categories" actions={add}>
      {settings.isError && !categories ? (
        <ErrorState error={settings.error} onRetry={settings.refetch} />
      ) : !categories ? (
        <Skeleton height={320} />
      ) : categories.length === 0 ? (
        <EmptyState icon={<Tags size={20} aria-hidden />} title="No course categories" action={add}>
          Add categories to sort courses.
        </EmptyState>
      ) : (
        <CategoryList
          categories={categories}
          onMove={(from, to) => save(moveCategory(categories, from, to))}
          onAsk={(what, category) => setAsked({ for: what, category, isOpen: true })}
        />
      )}
      {asked?.for === 'edit' && categories && (
        <CategoryDialog
          categories={categories}
          category={asked.category}
          isOpen={asked.isOpen}
          onOpenChange={close}
          onSave={save}
        />
      )}
      <ConfirmDialog
        title={`Remove the category “${asked?.category?.label}”?`}
        confirmLabel="Remove category"
        isOpen={asked?.for === 'remove' && asked.isOpen}
        onOpenChange={close}
        onConfirm={async () => {
          await save((categories ?? []).filter(({ value }) => value !== asked?.category?.value))
          notify({ title: 'Category removed', description: asked?.category?.label })
        }}
      >
        Its name and description are lost, and it can no longer be chosen. Courses that have it keep its value “
        {asked?.category?.value}” until they are given another one.
      </ConfirmDialog>
    </SettingsPage>
  )
}

function moveCategory(categories: readonly CourseCategory[], from: number, to: number): CourseCategory[] {
  const taken = categories[from]
  return taken ? categories.toSpliced(from, 1).toSpliced(to, 0, taken) : [...categories]
}

/** Saves the whole list; if another admin changed it meanwhile, shows theirs, and the change has to be made again. */
function useSaveCategories(reload: () => unknown) {
  const save = useSaveSettings()
  return async (courseCategories: CourseCategory[]) => {
    try {
      await save({ courseCategories })
    } catch (error) {
      if (isOutdated(error)) await reload()
      throw error
    }
  }
}

interface CategoryListProps {
  categories: readonly CourseCategory[]
  onMove: (from: number, to: number) => Promise<void>
  onAsk: (what: 'edit' | 'remove', category: CourseCategory) => void
}

function CategoryList({ categories, onMove, onAsk }: CategoryListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [isMoving, setMoving] = useState(false)
  const [news, setNews] = useState('')
  const move = async (from: number, to: number) => {
    const label = categories[from]?.label ?? ''
    setMoving(true)
    try {
      await onMove(from, to)
      setNews(`${label} is now number ${to + 1} of ${categories.length}`)
      focusMoveButton(list.current, to, to < from ? 'up' : 'down')
    } catch (error) {
      notify({ title: 'The order was not saved', description: errorText(error), tone: 'destructive' })
    } finally {
      setMoving(false)
    }
  }
  return (
    <Card isFlush>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <ul ref={list} className={styles.list}>
        {categories.map((category, index) => (
          <li key={category.value} className={styles.row}>
            <div className={styles.words}>
              <div className={styles.label}>{category.label}</div>
              {category.description && <div className={styles.description}>{category.description}</div>}
              <div className={styles.value}>{category.value}</div>
            </div>
            <div className={styles.buttons}>
              <Tooltip text="Move up">
                <IconButton
                  label={`Move ${category.label} up`}
                  data-move="up"
                  isDisabled={index === 0}
                  onPress={() => isMoving || void move(index, index - 1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </IconButton>
              </Tooltip>
              <Tooltip text="Move down">
                <IconButton
                  label={`Move ${category.label} down`}
                  data-move="down"
                  isDisabled={index === categories.length - 1}
                  onPress={() => isMoving || void move(index, index + 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </IconButton>
              </Tooltip>
              <MenuButton
                label={`Actions for ${category.label}`}
                items={[
                  { label: 'Edit category', onAction: () => onAsk('edit', category) },
                  { label: 'Remove category', isDanger: true, onAction: () => onAsk('remove', category) },
                ]}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Focuses the button that moves the row further from its new place, or back if it cannot go further. */
function focusMoveButton(list: HTMLUListElement | null, index: number, direction: 'up' | 'down') {
  requestAnimationFrame(() => {
    const row = list?.children[index]
    const onward = row?.querySelector<HTMLButtonElement>(`[data-move=${direction}]:not(:disabled)`)
    ;(onward ?? row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus()
  })
}
