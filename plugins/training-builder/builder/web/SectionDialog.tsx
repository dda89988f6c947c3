import { useWatch } from 'react-hook-form'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
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

export function SectionDialog({ section, isNew, onClose, onDone }: SectionDialogProps) {
  return (
    <Dialog
      title={isNew ? 'Add Section' : 'Edit Section'}
      size="large"
      isOpen={section !== undefined}
      onOpenChange={onClose}
    >
      {section && <SectionForm section={section} isNew={isNew} onDone={onDone} />}
    </Dialog>
  )
}

function SectionForm({
  section,
  isNew,
  onDone,
}: Pick<SectionDialogProps, 'isNew' | 'onDone'> & { section: GivenSection }) {
  const { id: _, ...fields } = section
  const form = useContractForm(sectionForm, {
    defaultValues: fields,
    submit: async (values) => onDone({ ...values, content: toFilled(values) }),
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>{isNew ? 'Add Section' : 'Done'}</SubmitButton>}>
      <FormTextField name="title" label="Section title" autoFocus />
      <FieldRow>
        <FormSelect
          name="type"
          label="Type"
          options={sectionTypes.map((id) => ({ id, label: sectionLabels[id].label }))}
        />
        <FormNumberField name="duration" label="Duration (minutes)" whenEmptied={0} />
      </FieldRow>
      <FormSwitch name="required" label="Required" help="Part of what an instructor has to have done." />
      <FormSwitch name="interactive" label="Interactive" help="Something is done here, not only read." />
      <TypedContent />
    </DialogForm>
  )
}

function TypedContent() {
  const type = useWatch({ name: 'type' }) as SectionType
  const content = (useWatch({ name: 'content' }) ?? {}) as GivenSection['content']
  return <ContentFields type={type} content={content} />
}

/** Without what was left empty, but for what the type asks of everybody. */
function toFilled({ type, content }: SectionFields): GivenSection['content'] {
  const begins = sectionLabels[type].begins.content
  return Object.fromEntries(
    Object.entries(content).filter(([name, value]) => name in begins || (value !== '' && !isEmptyList(value))),
  )
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
