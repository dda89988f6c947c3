import type { Editor } from '@tiptap/react'
import { formulaFields } from '#core/contract/rich-text.ts'
import { ApiError } from '../../apiError.ts'
import { Checkbox } from '../fields/Checkbox.tsx'
import { FormTextField } from '../forms/FormTextField.tsx'
import { useFormField } from '../forms/useFormField.ts'
import { DialogForm } from '../overlays/DialogForm.tsx'
import { Formula } from './Formula.tsx'
import { insertNode } from './insertNode.ts'

/** Writes a formula in LaTeX and shows it as readers will see it. */
export function FormulaForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const isThere = editor.isActive('formula')
  const given = isThere ? editor.getAttributes('formula') : {}
  return (
    <DialogForm
      schema={formulaFields}
      defaultValues={{ latex: String(given['latex'] ?? ''), isDisplayed: given['isDisplayed'] === true }}
      save={async (attrs) => {
        const { readLatex } = await import('./readLatex.ts')
        const { error } = readLatex(attrs)
        if (error) throw new ApiError(error, 400, { code: 'invalid', message: error, fields: { latex: error } })
        insertNode(editor, 'formula', attrs)
      }}
      onSaved={onDone}
      submit={isThere ? 'Change' : 'Insert'}
    >
      <FormTextField name="latex" label="Formula" multiline autoFocus help="In LaTeX, such as \frac{1}{2} or x^2." />
      <DisplayedField />
      <Preview />
    </DialogForm>
  )
}

function DisplayedField() {
  const { value, onChange } = useFormField('isDisplayed')
  return <Checkbox label="On a line of its own" isSelected={value === true} onChange={onChange} />
}

function Preview() {
  const latex = useFormField('latex').value
  const isDisplayed = useFormField('isDisplayed').value === true
  if (typeof latex !== 'string' || latex.trim() === '') return null
  return (
    <div role="group" aria-label="Preview">
      <Formula latex={latex} isDisplayed={isDisplayed} />
    </div>
  )
}
