import { useWatch } from 'react-hook-form'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { givenSection, sectionTypes, type GivenSection, type SectionType } from '../../modules/contract.ts'
import { ContentFields } from './ContentFields.tsx'
import { sectionLabels } from './sectionLabels.ts'

const sectionForm = givenSection.omit({ id: true })
export type SectionFields = ReturnType<typeof sectionForm.parse>

interface SectionDialogProps {
  /** undefined: closed. */
  section: GivenSection | undefined
  isNew: boolean
  onClose: () => void
  onDone: (fields: SectionFields) => void
}

export function SectionDialog({ section: given, isNew, onClose, onDone }: SectionDialogProps) {
  const section = useLast(given)
  if (!section) return null
  const { id: _, ...fields } = section
  return (
    <FormDialog
      title={isNew ? 'Add Section' : 'Edit Section'}
      size="large"
      isOpen={given !== undefined}
      onOpenChange={onClose}
      schema={sectionForm}
      defaultValues={fields}
      save={async (values) => ({ ...values, content: toFilled(values) })}
      onSaved={onDone}
      submit={isNew ? 'Add Section' : 'Done'}
    >
      <FormTextField name="title" label="Section title" autoFocus />
      <FieldRow>
        <FormSelect
          name="type"
          label="Type"
          options={sectionTypes.map((id) => ({ id, label: sectionLabels[id].label }))}
        />
        <FormNumberField name="duration" label="Duration (minutes)" whenEmptied={0} />
      </FieldRow>
      <FormSwitch name="required" label="Required" help="Counts toward completing the module." />
      <FormSwitch name="interactive" label="Interactive" help="Instructors do something here, beyond reading." />
      <TypedContent />
    </FormDialog>
  )
}

function TypedContent() {
  const type = useWatch({ name: 'type' }) as SectionType
  const content = (useWatch({ name: 'content' }) ?? {}) as GivenSection['content']
  return <ContentFields type={type} content={content} />
}

/** Removes empty fields, except those that the type requires. */
function toFilled({ type, content }: SectionFields): GivenSection['content'] {
  const begins = sectionLabels[type].begins.content
  return Object.fromEntries(
    Object.entries(content).filter(([name, value]) => name in begins || (value !== '' && !isEmptyList(value))),
  )
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
