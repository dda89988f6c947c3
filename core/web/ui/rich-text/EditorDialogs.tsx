import type { Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { embedFields, linkFields, mediaFields } from '#core/contract/rich-text.ts'
import { DialogForm } from '../overlays/DialogForm.tsx'
import { Button } from '../actions/Button.tsx'
import { ImageField } from '../fields/ImageField.tsx'
import type { Upload } from '../fields/useUpload.ts'
import { SubmitButton } from '../forms/Form.tsx'
import { FormTextField } from '../forms/FormTextField.tsx'
import { useFormField } from '../forms/useFormField.ts'
import { Dialog } from '../overlays/Dialog.tsx'
import type { EditorDialog } from './EditorToolbar.tsx'
import { FormulaForm } from './FormulaForm.tsx'
import { insertNode } from './insertNode.ts'
import { mediaLabels } from './labels.ts'

/** A field for a film or a sound. */
export interface RecordingFieldProps {
  kind: 'video' | 'audio'
  /** Id of its file; '' while there is none. */
  value: string
  onChange: (fileId: string) => void
  error: string | undefined
}

/** Pictures that are there already, to choose one in place of sending it. */
export interface PictureChoiceProps {
  /** Id of the chosen file; '' while there is none. */
  value: string
  onChange: (fileId: string) => void
}

interface EditorDialogsProps {
  editor: Editor
  dialog: EditorDialog
  fileUrl: (fileId: string) => string
  uploadPicture: Upload<string> | undefined
  pictureChoice: ((choice: PictureChoiceProps) => ReactNode) | undefined
  recordingField: ((field: RecordingFieldProps) => ReactNode) | undefined
  onClose: () => void
}

const titles: Record<EditorDialog, string> = {
  link: 'Link',
  formula: 'Formula',
  picture: 'Picture',
  embed: 'Link to a video or page',
  ...mediaLabels,
}

/** Dialogs for the buttons of the toolbar that need more than a press. */
export function EditorDialogs(all: EditorDialogsProps) {
  const { dialog, onClose, uploadPicture, pictureChoice, recordingField, ...props } = all
  return (
    <Dialog
      title={titles[dialog]}
      size="small"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      {dialog === 'link' && <LinkForm {...props} onDone={onClose} />}
      {dialog === 'formula' && <FormulaForm {...props} onDone={onClose} />}
      {dialog === 'embed' && <EmbedForm {...props} onDone={onClose} />}
      {(dialog === 'video' || dialog === 'audio') && recordingField && (
        <RecordingForm {...props} kind={dialog} field={recordingField} onDone={onClose} />
      )}
      {dialog === 'picture' && uploadPicture && (
        <PictureForm {...props} upload={uploadPicture} choice={pictureChoice} onDone={onClose} />
      )}
    </Dialog>
  )
}

interface FormProps {
  editor: Editor
  onDone: () => void
}

const givenText = (attributes: Record<string, unknown>, name: string): string => {
  const value = attributes[name]
  return typeof value === 'string' ? value : ''
}

const givenMedia = (attributes: Record<string, unknown>) => ({
  fileId: givenText(attributes, 'fileId'),
  alt: givenText(attributes, 'alt'),
  caption: givenText(attributes, 'caption'),
})

function LinkForm({ editor, onDone }: FormProps) {
  const isThere = editor.isActive('link')
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  return (
    <DialogForm
      schema={linkFields}
      defaultValues={{ href: givenText(editor.getAttributes('link'), 'href') }}
      save={async ({ href }) => {
        const chain = editor.chain().extendMarkRange('link')
        if (editor.state.selection.empty && !isThere) {
          chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
        } else chain.setLink({ href }).run()
      }}
      onSaved={onDone}
      submit={
        <>
          {isThere && <Button onPress={remove}>Remove link</Button>}
          <SubmitButton>Set link</SubmitButton>
        </>
      }
    >
      <FormTextField name="href" label="Address" placeholder="https://" autoFocus />
    </DialogForm>
  )
}

function EmbedForm({ editor, onDone }: FormProps) {
  const isThere = editor.isActive('embed')
  const attributes = isThere ? editor.getAttributes('embed') : {}
  return (
    <DialogForm
      schema={embedFields}
      defaultValues={{ url: givenText(attributes, 'url'), title: givenText(attributes, 'title') }}
      save={async (attrs) => insertNode(editor, 'embed', attrs)}
      onSaved={onDone}
      submit={isThere ? 'Change' : 'Insert'}
    >
      <FormTextField
        name="url"
        label="Address"
        placeholder="https://"
        help="Opens in a new tab. Nothing is loaded until a reader opens it."
        autoFocus
      />
      <FormTextField name="title" label="Title" isOptional />
    </DialogForm>
  )
}

interface RecordingFormProps extends FormProps {
  kind: RecordingFieldProps['kind']
  field: (field: RecordingFieldProps) => ReactNode
}

function RecordingForm({ editor, kind, field, onDone }: RecordingFormProps) {
  const isThere = editor.isActive(kind)
  const attributes = isThere ? editor.getAttributes(kind) : {}
  return (
    <DialogForm
      schema={mediaFields}
      defaultValues={givenMedia(attributes)}
      save={async (attrs) => insertNode(editor, kind, attrs)}
      onSaved={onDone}
      submit={isThere ? 'Change' : 'Insert'}
    >
      <RecordingFileField kind={kind} field={field} />
      <FormTextField name="alt" label="Title" isOptional help="Screen readers read it aloud before it is played." />
      <FormTextField name="caption" label="Caption" isOptional />
    </DialogForm>
  )
}

function RecordingFileField({ kind, field }: Pick<RecordingFormProps, 'kind' | 'field'>) {
  const { value, onChange, error } = useFormField('fileId')
  return field({
    kind,
    value: typeof value === 'string' ? value : '',
    onChange,
    error: error && `Choose a ${mediaLabels[kind].toLowerCase()}`,
  })
}

interface PictureProps {
  fileUrl: (fileId: string) => string
  upload: Upload<string>
  choice: EditorDialogsProps['pictureChoice']
}

function PictureForm({ editor, onDone, ...field }: FormProps & PictureProps) {
  const isThere = editor.isActive('image')
  const attributes = isThere ? editor.getAttributes('image') : {}
  return (
    <DialogForm
      schema={mediaFields}
      defaultValues={givenMedia(attributes)}
      save={async (attrs) => insertNode(editor, 'image', attrs)}
      onSaved={onDone}
      submit={isThere ? 'Change' : 'Insert'}
    >
      <PictureFileField {...field} />
      <FormTextField
        name="alt"
        label="What it shows"
        isOptional
        help="Screen readers read it aloud. Leave empty if the picture is decorative."
      />
      <FormTextField name="caption" label="Caption" isOptional />
    </DialogForm>
  )
}

function PictureFileField({ fileUrl, upload, choice }: PictureProps) {
  const { value, onChange, error } = useFormField('fileId')
  const fileId = typeof value === 'string' ? value : ''
  return (
    <>
      <ImageField
        label="Picture"
        value={fileId && fileUrl(fileId)}
        onChange={(address) => {
          if (address === null) onChange('')
        }}
        upload={async (file, options) => {
          const sent = await upload(file, options)
          onChange(sent)
          return fileUrl(sent)
        }}
        error={error && 'Choose a picture'}
      />
      {choice?.({ value: fileId, onChange })}
    </>
  )
}
