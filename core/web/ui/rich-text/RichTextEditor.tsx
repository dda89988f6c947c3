import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { RichText } from '#core/contract/rich-text.ts'
import { Button } from '../actions/Button.tsx'
import { Banner } from '../feedback/Banner.tsx'
import type { Upload } from '../fields/useUpload.ts'
import { EditorDialogs, type PictureChoiceProps, type RecordingFieldProps } from './EditorDialogs.tsx'
import { EditorToolbar, type EditorDialog } from './EditorToolbar.tsx'
import { extensionsOf } from './extensions.ts'
import * as proseStyles from './RichText.css.ts'
import * as styles from './RichTextEditor.css.ts'
import { withoutPending } from './paste/pastedPictures.ts'
import { usePasting } from './usePasting.ts'

export interface RichTextEditorProps {
  /** Names it: 'Text of the lesson'. */
  label: string
  /** Initial content; another one needs another `key`. */
  initial: RichText
  onChange: (document: RichText) => void
  /** Sends a picture and answers the file's id; none can be added without it. */
  uploadPicture?: Upload<string> | undefined
  /** Pictures that are there already, below the field that sends one. */
  pictureChoice?: ((choice: PictureChoiceProps) => ReactNode) | undefined
  /** Field that chooses a film or a sound; none can be added without it. */
  recordingField?: ((field: RecordingFieldProps) => ReactNode) | undefined
  fileUrl: (fileId: string) => string
  /** BCP 47, of what is written. */
  lang?: string | undefined
  isInvalid: boolean
  /** Ids of what explains it. */
  describedBy?: string | undefined
}

/**
 * Rich text as people write it, with a toolbar that keys reach: Alt+F10 goes there, Escape comes back. It writes the JSON of
 * the contract and injects no style. Only RichTextField loads it.
 */
export function RichTextEditor({
  label,
  initial,
  onChange,
  uploadPicture,
  pictureChoice,
  recordingField,
  fileUrl,
  lang,
  isInvalid,
  describedBy,
}: RichTextEditorProps) {
  const toolbar = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<EditorDialog>()
  const pasting = usePasting(uploadPicture)
  const editor: Editor = useEditor({
    extensions: extensionsOf(fileUrl),
    // Without any block there would be nowhere to write.
    content: initial.content.length > 0 ? initial : null,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: proseStyles.prose,
        ...(lang && { lang }),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
      },
      transformPastedHTML: pasting.transform,
      handlePaste: (_view, event): boolean => pasting.take(editor, event.clipboardData),
      handleDrop: (view, event): boolean =>
        pasting.take(editor, event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
      handleKeyDown: (_view, event) => {
        if (!event.altKey || event.key !== 'F10') return false
        toolbar.current?.querySelector<HTMLElement>('button:enabled')?.focus()
        return true
      },
    },
    onUpdate: ({ editor: now }) => onChange(documentOf(now)),
  })
  const closeDialog = () => {
    // The dialog keeps the focus while it is there, and gives it to the toolbar's button a moment after.
    flushSync(() => setDialog(undefined))
    editor.view.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key that leads back from the toolbar
    <div
      className={styles.editor}
      data-invalid={isInvalid || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && toolbar.current?.contains(event.target as Element)) editor.commands.focus()
      }}
    >
      <EditorToolbar
        ref={toolbar}
        editor={editor}
        label={label}
        canAddPictures={uploadPicture !== undefined}
        canAddRecordings={recordingField !== undefined}
        onDialog={setDialog}
      />
      <EditorContent editor={editor} className={styles.area} />
      {pasting.sending > 0 && (
        <p role="status" className={styles.sending}>
          {pasting.sending === 1 ? 'Uploading 1 picture…' : `Uploading ${pasting.sending} pictures…`}
        </p>
      )}
      {pasting.lost.length > 0 && (
        <Banner
          tone="warn"
          title="Left out of your paste"
          action={
            <Button size="small" onPress={pasting.dismiss}>
              Dismiss
            </Button>
          }
        >
          {pasting.lost.join('; ')}
        </Banner>
      )}
      {dialog && (
        <EditorDialogs
          editor={editor}
          dialog={dialog}
          fileUrl={fileUrl}
          uploadPicture={uploadPicture}
          pictureChoice={pictureChoice}
          recordingField={recordingField}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

/** Without the empty paragraph that the editor keeps at its end, where one can go on writing. */
function documentOf(editor: Editor): RichText {
  // Its extensions are the contract's nodes, and the contract leaves away what attributes they have beyond it.
  const { content } = withoutPending(editor.getJSON()) as RichText
  const last = content.at(-1)
  return { type: 'doc', content: last?.type === 'paragraph' && !last.content ? content.slice(0, -1) : content }
}
