import { fold } from '#core/contract/fold.ts'
import { useWatch } from 'react-hook-form'
import { newCategoryValue, courseCategory, type CourseCategory } from '../contract.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'

interface CategoryDialogProps {
  categories: readonly CourseCategory[]
  /** Which one to change; `undefined` adds one. */
  category: CourseCategory | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onSave: (categories: CourseCategory[]) => Promise<void>
}

export function CategoryDialog(props: CategoryDialogProps) {
  return (
    <Dialog
      title={props.category ? 'Edit category' : 'Add category'}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <CategoryForm {...props} />
    </Dialog>
  )
}

const entered = courseCategory.pick({ label: true, description: true })

function CategoryForm({ categories, category, onOpenChange, onSave }: CategoryDialogProps) {
  const others = categories.filter(({ value }) => value !== category?.value)
  const taken = others.map(({ value }) => value)
  const fresh = entered.refine(({ label }) => !others.some((one) => fold(one.label) === fold(label)), {
    path: ['label'],
    error: 'Another category has this label',
  })
  const form = useContractForm(fresh, {
    defaultValues: { label: category?.label ?? '', description: category?.description ?? '' },
    submit: async (values) => {
      // Courses know a category by its value, so a new label must not change it.
      const saved = { ...values, value: category?.value ?? newCategoryValue(values.label, taken) }
      await onSave(
        category ? categories.map((one) => (one.value === category.value ? saved : one)) : [...categories, saved],
      )
      notify({ title: category ? 'Category saved' : 'Category added', description: saved.label })
      onOpenChange(false)
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>{category ? 'Save category' : 'Add category'}</SubmitButton>}>
      <LabelField value={category?.value} taken={taken} />
      <FormTextField name="description" label="Description" multiline isOptional help="At most 500 characters." />
    </DialogForm>
  )
}

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
          ? `What people choose by. Its value stays ${value}.`
          : shown
            ? `What people choose by. Its value becomes ${shown}.`
            : 'What people choose by. Its value is made from it.'
      }
    />
  )
}
