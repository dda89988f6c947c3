import { fold } from '#core/contract/fold.ts'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newCategoryValue, courseCategory, type CourseCategory } from '../contract.ts'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'

interface CategoryDialogProps extends DialogState {
  categories: readonly CourseCategory[]
  /** Category to change; `undefined` adds one. */
  category: CourseCategory | undefined
  onSave: (categories: CourseCategory[]) => Promise<void>
}

export function CategoryDialog({ categories, category, onSave, ...dialog }: CategoryDialogProps) {
  const others = categories.filter(({ value }) => value !== category?.value)
  const taken = others.map(({ value }) => value)
  const fresh = entered.refine(({ label }) => !others.some((one) => fold(one.label) === fold(label)), {
    path: ['label'],
    error: 'Another category has this label',
  })
  return (
    <FormDialog
      {...dialog}
      title={category ? 'Edit category' : 'Add category'}
      schema={fresh}
      defaultValues={{ label: category?.label ?? '', description: category?.description ?? '' }}
      save={async (values) => {
        // Courses reference a category by its value, so a new label must not change it.
        const saved = { ...values, value: category?.value ?? newCategoryValue(values.label, taken) }
        await onSave(
          category ? categories.map((one) => (one.value === category.value ? saved : one)) : [...categories, saved],
        )
        return saved
      }}
      saved={({ label }) => ({ title: category ? 'Category saved' : 'Category added', description: label })}
      submit={category ? 'Save category' : 'Add category'}
    >
      <LabelField value={category?.value} taken={taken} />
      <FormTextField name="description" label="Description" multiline isOptional help="At most 500 characters." />
    </FormDialog>
  )
}

const entered = courseCategory.pick({ label: true, description: true })

function LabelField({ value, taken }: { value: string | undefined; taken: readonly string[] }) {
  const label = (useWatch({ name: 'label' }) as string).trim()
  const shown = value ?? (label && newCategoryValue(label, taken))
  return (
    <FormTextField
      name="label"
      label="Label"
      autoComplete="off"
      maxLength={100}
      help={
        value
          ? `Shown to users. Its value stays ${value}.`
          : shown
            ? `Shown to users. Its value becomes ${shown}.`
            : 'Shown to users. Its value is made from it.'
      }
    />
  )
}
