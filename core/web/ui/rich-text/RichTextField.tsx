import { lazy, Suspense, useId } from 'react'
import { Skeleton } from '../feedback/Skeleton.tsx'
import * as fieldStyles from '../fields/Field.css.ts'
import type { FieldTexts } from '../fields/FieldParts.tsx'
import type { RichTextEditorProps } from './RichTextEditor.tsx'
import { fileAddress } from './RichTextView.tsx'

// The largest module of the app, which only authors need.
const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }))

export interface RichTextFieldProps
  extends
    Pick<FieldTexts, 'label' | 'help' | 'error' | 'isLabelHidden'>,
    Pick<RichTextEditorProps, 'initial' | 'onChange' | 'uploadPicture' | 'pictureChoice' | 'recordingField' | 'lang'> {
  /** URL of a file; `/api/files/<id>` by default. */
  fileUrl?: (fileId: string) => string
}

/** A text with headings, lists, tables and pictures. Its editor is loaded when the field is shown. */
export function RichTextField(props: RichTextFieldProps) {
  const { label, help, error, isLabelHidden, fileUrl = fileAddress, ...editor } = props
  const id = useId()
  const hint = error ?? help
  return (
    <div className={fieldStyles.field}>
      {isLabelHidden ? null : <span className={fieldStyles.label}>{label}</span>}
      <Suspense fallback={<Skeleton height={280} />}>
        <RichTextEditor
          {...editor}
          label={label}
          fileUrl={fileUrl}
          isInvalid={error !== undefined}
          describedBy={hint ? `${id}-keys ${id}` : `${id}-keys`}
        />
      </Suspense>
      <span id={`${id}-keys`} hidden>
        Press Alt+F10 for the toolbar and Escape to return.
      </span>
      {hint && (
        <span id={id} className={error ? fieldStyles.error : fieldStyles.help} role={error ? 'alert' : undefined}>
          {hint}
        </span>
      )}
    </div>
  )
}
