import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormArrayField } from '#core/web/ui/forms/FormArrayField.tsx'
import { FormNumberField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormLinesField } from '#core/web/ui/forms/FormLinesField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { difficulties } from '#plugins/tenant-app/base/projects/contract.ts'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { frameworks, givenModule, MAX_LIST_ENTRIES, resourceTypes } from '../../modules/contract.ts'
import type { EditedModule } from './moduleList.ts'
import * as styles from './ModuleDialog.css.ts'
import { difficultyLabels, frameworkLabels, resourceLabels } from './sectionLabels.ts'

const moduleForm = givenModule.omit({ id: true, content: true, order: true })
export type ModuleFields = ReturnType<typeof moduleForm.parse>

const fresh: ModuleFields = {
  title: '',
  description: '',
  estimatedDuration: 30,
  difficulty: 'beginner',
  framework: 'addie',
  prerequisites: [],
  learningObjectives: [],
  resources: [],
}

interface ModuleDialogProps {
  /** `new` to add one; undefined: closed. */
  module: EditedModule | 'new' | undefined
  onClose: () => void
  onDone: (fields: ModuleFields) => void
}

/** Edits the title of a module, its duration, its objectives, and its resources. */
export function ModuleDialog({ module: given, onClose, onDone }: ModuleDialogProps) {
  const module = useLast(given)
  if (!module) return null
  return (
    <FormDialog
      title={module === 'new' ? 'Add Module' : 'Edit Module'}
      size="large"
      isOpen={given !== undefined}
      onOpenChange={onClose}
      schema={moduleForm}
      defaultValues={module === 'new' ? fresh : moduleForm.parse(module)}
      save={async (fields) => fields}
      onSaved={onDone}
      submit={module === 'new' ? 'Add Module' : 'Done'}
    >
      <FormTextField name="title" label="Title" autoFocus />
      <FormTextField name="description" label="Description" multiline />
      <FieldRow>
        <FormNumberField name="estimatedDuration" label="Estimated duration (minutes)" whenEmptied={0} />
        <FormSelect
          name="difficulty"
          label="Difficulty"
          options={difficulties.map((id) => ({ id, label: difficultyLabels[id] }))}
        />
        <FormSelect
          name="framework"
          label="Framework"
          help="ADDIE: analysis, design, development, implementation, evaluation"
          options={frameworks.map((id) => ({ id, label: frameworkLabels[id] }))}
        />
      </FieldRow>
      <FormLinesField name="learningObjectives" label="Learning objectives" />
      <FormLinesField
        name="prerequisites"
        label="Prerequisites"
        help="What instructors should know or have completed first."
      />
      <FormArrayField
        name="resources"
        label="Resources"
        one="resource"
        none="Templates, videos and pages for this module."
        max={MAX_LIST_ENTRIES}
        empty={{ title: '', type: 'link', url: '', description: '', downloadable: false }}
      >
        {({ name, label, autoFocus }) => (
          <div role="group" aria-label={label} className={styles.item}>
            <FieldRow>
              <FormTextField name={`${name}.title`} label="Resource title" autoFocus={autoFocus} />
              <FormSelect
                name={`${name}.type`}
                label="Type"
                options={resourceTypes.map((id) => ({ id, label: resourceLabels[id] }))}
              />
            </FieldRow>
            <FormTextField name={`${name}.url`} label="URL" type="url" placeholder="https://example.org/plan.pdf" />
            <FormTextField name={`${name}.description`} label="Description" isOptional />
            <FormSwitch name={`${name}.downloadable`} label="Can be downloaded" />
          </div>
        )}
      </FormArrayField>
    </FormDialog>
  )
}
